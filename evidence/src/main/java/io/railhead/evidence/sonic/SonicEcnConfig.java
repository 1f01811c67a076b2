package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Counts;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// `ecnconfig -l`: the WRED profiles. Thresholds stand there for each colour; those of the colour
/// that is marked count, green where all are.
@AutoService(Parser.class)
public final class SonicEcnConfig implements Parser {
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:Total profiles: \\d+|ecn +ecn_\\w+|wred_\\w+_enable +\\w+"
                            + "|(?:green|yellow|red)_(?:min|max)_threshold +\\d+)");

    private static final Pattern NONE = Pattern.compile("Total profiles: 0");
    private static final Pattern TOTAL = Pattern.compile("Total profiles: \\d{1,6}");

    @Override
    public String name() {
        return "sonic-ecnconfig";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(QueueEcn.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ecnconfig", "-l", "--list", "-vl", "-lv");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Profiles.Profile profile : Profiles.of(lines, TEXT)) {
            Stated<String> ecn = profile.rows().get("ecn");
            String mode = ecn == null ? "" : ecn.value();
            String colour =
                    mode.contains("green") || !mode.matches(".*(?:yellow|red).*")
                            ? "green"
                            : mode.contains("yellow") ? "yellow" : "red";
            facts.add(
                    new QueueEcn(
                            "",
                            profile.name(),
                            Set.of(),
                            !mode.isEmpty() && !mode.equals("ecn_none"),
                            number(profile, colour + "_min_threshold"),
                            number(profile, colour + "_max_threshold"),
                            number(profile, colour + "_drop_probability")
                                    .map(
                                            s ->
                                                    new Stated<>(
                                                            (int) Math.min(s.value(), 100),
                                                            s.words(),
                                                            s.source())),
                            mode,
                            profile.source()));
        }
        for (Lines.Line line : lines) {
            if (line.isLeft() && line.match(NONE).isPresent()) {
                Source source = line.read().source();
                facts.add(
                        new QueueEcn(
                                "",
                                "",
                                Set.of(),
                                false,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                line.stripped(),
                                source));
            } else if (line.isLeft() && line.match(TOTAL).isPresent()) {
                line.read();
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no profile listed"));
        return lines.reading(facts);
    }

    private static Optional<Stated<Long>> number(Profiles.Profile profile, String name) {
        Stated<String> row = profile.rows().get(name);
        if (row == null) return Optional.empty();
        OptionalLong n = Counts.number(row.value());
        return n.isEmpty()
                ? Optional.empty()
                : Optional.of(new Stated<>(n.getAsLong(), row.words(), row.source()));
    }
}
