package io.railhead.evidence;

import io.railhead.model.Transcript;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a switch prints in place of a show command's output when it does not know the command: of
/// another release or system. That is no fault of the switch.
final class Refusal {
    /// Words of NVUE, of NX-OS and EOS, and of SONiC's commands.
    private static final Pattern WORDS =
            Pattern.compile(
                    "Error: (?:Invalid (?:config|command)\\b.*|.* is not one of \\[?.*"
                            + "|No such (?:command|option)\\b.*)"
                            + "|% ?(?:Invalid (?:input|command|parameter)|Incomplete command"
                            + "|Unrecognized command|Ambiguous command)\\b.*",
                    Pattern.CASE_INSENSITIVE);

    /// Before and after it stand the command, a caret, how it is used.
    private static final int MOST_LINES = 6;

    private Refusal() {}

    /// Why there is nothing to read; empty where the output is none.
    static Optional<String> of(Transcript t) {
        CommandLine command = CommandLine.of(t.command());
        // A pasted file may tell of a refusal among other things.
        if (t.machine().isEmpty() || !(command.is("nv") || command.is("show"))) {
            return Optional.empty();
        }
        List<String> said =
                t.stdout()
                        .lines()
                        .limit(1_000)
                        .map(Lines::clean)
                        .map(String::strip)
                        .filter(s -> !s.isEmpty())
                        .toList();
        if (said.size() > MOST_LINES) return Optional.empty();
        return said.stream()
                .filter(s -> s.length() < 500 && WORDS.matcher(s).matches())
                .findFirst()
                .map(s -> "the switch does not know the command: " + s);
    }
}
