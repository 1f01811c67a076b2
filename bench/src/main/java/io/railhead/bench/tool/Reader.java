package io.railhead.bench.tool;

import io.railhead.evidence.Parser;
import io.railhead.evidence.Parsers;
import io.railhead.evidence.Reading;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the parser of a transcript and the fact of the wanted kind in what it read.
public final class Reader {
    /// Sequences that begin with ESC (ECMA-48: CSI up to its final byte, OSC up to BEL or ST,
    /// others of two bytes), and control characters but ends of lines.
    private static final Pattern CONTROL =
            Pattern.compile(
                    "\\x1b\\[[0-?]*[ -/]*[@-~]"
                            + "|\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)"
                            + "|\\x1b[@-Z^_c]"
                            + "|[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]");

    private static final Pattern BANNER =
            Pattern.compile(
                    "(?:sockperf: )?== version #.* =="
                            + "|iperf 3\\.\\S+.*"
                            + "|fio-\\d[\\w.-]*"
                            + "|Starting \\d+ (?:process|thread)(?:es|s)?"
                            + "|# nccl-tests version .*");

    private Reader() {}

    /// @param fact empty when no parser could make one
    /// @param why what stood in the way, for people; empty when there is a fact
    record Read<F>(Optional<F> fact, String why) {}

    static <F extends Fact> Read<F> read(Transcript transcript, Class<F> kind) {
        List<String> reasons = new ArrayList<>();
        for (Parser parser : Parsers.installed().all()) {
            if (!parser.gives().contains(kind)) {
                continue;
            }
            Reading reading = parser.read(transcript);
            Optional<F> fact =
                    reading.facts().stream().filter(kind::isInstance).map(kind::cast).findFirst();
            if (fact.isPresent() && !reading.damaged().isEmpty()) {
                // A figure beside one that is not what it should be is no measurement either.
                return new Read<>(Optional.empty(), reading.damaged().getFirst().why());
            }
            if (fact.isPresent()) {
                return new Read<>(fact, "");
            }
            reading.unavailable().forEach(u -> reasons.add(u.why()));
        }
        return new Read<>(Optional.empty(), why(transcript, reasons));
    }

    /// The most telling words about a command that gave nothing: its own last error line first.
    public static String why(Transcript t, List<String> otherwise) {
        if (t.exitCode() == 127) {
            return "not installed";
        }
        String said = lastLine(t.stderr());
        if (said.isEmpty() && t.exitCode() != 0) {
            said = lastLine(t.stdout());
        }
        if (t.exitCode() == -1 || t.exitCode() == 124) {
            return "it did not end in time" + (said.isEmpty() ? "" : " (" + said + ")");
        }
        if (!said.isEmpty()) {
            return said;
        }
        if (!otherwise.isEmpty()) {
            return otherwise.getFirst();
        }
        return t.stdout().isBlank()
                ? "it printed nothing (exit status " + t.exitCode() + ")"
                : "its output could not be read";
    }

    /// The lines of a tool that say something: without colours, and without those in which it only
    /// names itself.
    public static List<String> telling(String text) {
        return CONTROL.matcher(text)
                .replaceAll("")
                .lines()
                .map(String::strip)
                .filter(l -> !l.isEmpty() && !BANNER.matcher(l).matches())
                .toList();
    }

    private static String lastLine(String text) {
        List<String> lines = telling(text);
        String last = lines.isEmpty() ? "" : lines.getLast();
        return last.length() > 200 ? last.substring(0, 200) : last;
    }
}
