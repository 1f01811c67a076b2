package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.OsuRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Latency tests of the OSU micro-benchmarks (`osu_allreduce`, `osu_bcast`, `osu_alltoall`, …): a
/// banner, and a row a size with the average over ranks in microseconds. Tests of bandwidth are
/// left alone. How many ranks ran stands in the command alone.
@AutoService(Parser.class)
public final class OsuLatency implements Parser {
    private static final Pattern BANNER =
            Pattern.compile("# OSU MPI\\S* (?:([\\w -]{1,60}?) )?Latency Test\\b.*");
    private static final Pattern ROW =
            Pattern.compile("(\\d{1,12})\\s+(\\d{1,12}(?:\\.\\d{1,6})?)(?:\\s+[\\d.]{1,20})*\\s*");
    private static final Pattern HEAD = Pattern.compile("#\\s?(?:Size|Datatype|Avg).*");

    private static final Pattern RANKS =
            Pattern.compile(
                    "\\b(?:mpirun|mpiexec|srun)\\b.{0,400}? (?:-np|-n|--n|-c|--ntasks)[ =](\\d{1,6})\\b");

    /// Lines within which the command stands.
    private static final int PROMPT = 20;

    @Override
    public String name() {
        return "osu-latency";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(OsuRun.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return program(command).isPresent();
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.length() < 200 && BANNER.matcher(l.strip()).matches());
    }

    private static Optional<String> program(String command) {
        CommandLine c = CommandLine.of(command);
        return Stream.concat(Stream.of(c.program()), c.arguments().stream())
                .map(a -> a.substring(a.lastIndexOf('/') + 1))
                .filter(a -> a.matches("osu_\\w+"))
                .findFirst();
    }

    private static OptionalInt ranks(String command) {
        Matcher m = RANKS.matcher(command);
        return m.find() ? Numbers.toInt(m.group(1)) : OptionalInt.empty();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "mpirun", "osu");
        // In a pasted text the command is the line at the prompt.
        OptionalInt ranks =
                Stream.concat(
                                Stream.of(transcript.command()),
                                transcript.stdout().lines().limit(PROMPT))
                        .filter(l -> l.contains("osu_") && l.length() < 2000)
                        .map(OsuLatency::ranks)
                        .filter(OptionalInt::isPresent)
                        .findFirst()
                        .orElse(OptionalInt.empty());
        List<Fact> facts = new ArrayList<>();
        String collective = "";
        boolean open = false;
        Optional<Source> first = Optional.empty();
        List<OsuRun.Row> rows = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> banner = line.match(BANNER);
            if (banner.isPresent()) {
                close(facts, collective, ranks, rows, first);
                rows = new ArrayList<>();
                String named = banner.get().group(1);
                collective =
                        named == null
                                ? "point to point"
                                : named.replace(" Personalized Exchange", "").strip();
                first = Optional.of(line.read().source());
                open = true;
            } else if (line.match(HEAD).isPresent()) {
                line.ignore();
            } else if (open) {
                Optional<Matcher> row = line.match(ROW);
                if (row.isEmpty()) continue;
                OptionalLong bytes = Numbers.toLong(row.get().group(1));
                double micros = Double.parseDouble(row.get().group(2));
                if (bytes.isPresent())
                    rows.add(new OsuRun.Row(bytes.getAsLong(), micros, line.read().source()));
            }
        }
        close(facts, collective, ranks, rows, first);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no latency printed"));
        return lines.reading(facts);
    }

    private static void close(
            List<Fact> facts,
            String collective,
            OptionalInt ranks,
            List<OsuRun.Row> rows,
            Optional<Source> first) {
        if (rows.isEmpty() || first.isEmpty()) return;
        Source whole =
                new Source(
                        first.get().document(),
                        first.get().firstLine(),
                        rows.getLast().source().lastLine());
        facts.add(new OsuRun(collective, ranks, rows, whole));
    }
}
