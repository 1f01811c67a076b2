package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortFec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `ethtool --show-fec IF`: a heading, what is configured, what is active. Wording differs a little
/// between versions (ethtool source, `netlink/fec.c`).
@AutoService(Parser.class)
public final class EthtoolFec implements Parser {
    private static final String HEADING = "FEC parameters for ";
    private static final Pattern CONFIGURED =
            Pattern.compile("(?:Supported/)?Configured FEC encodings?: *(.{0,80})");
    private static final Pattern ACTIVE = Pattern.compile("Active FEC encodings?: *(.{0,80})");

    @Override
    public String name() {
        return "ethtool-fec";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.each(Probe.Each.INTERFACE, name(), "ethtool --show-fec $x").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PortFec.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ethtool", "--show-fec");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.strip().startsWith(HEADING));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ethtool");
        Optional<String> failure = EthtoolFailure.in(lines);
        List<Fact> facts = new ArrayList<>();
        String port = EthtoolFailure.interfaceOf(lines, "");
        String configured = "";
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 400) continue;
            Optional<String> heading = line.after(HEADING);
            Matcher m;
            if (heading.isPresent()) {
                port = heading.get().replace(":", "");
                configured = "";
                line.read();
            } else if ((m = CONFIGURED.matcher(line.stripped())).matches()) {
                configured = m.group(1).strip();
                line.read();
            } else if ((m = ACTIVE.matcher(line.stripped())).matches()) {
                String active = m.group(1).strip();
                facts.add(
                        new PortFec(
                                port,
                                configured,
                                Optional.of(active).filter(a -> !a.isEmpty() && !a.equals("None")),
                                line.read().source()));
            }
        }
        if (facts.isEmpty()) lines.unavailable(failure.orElse("no FEC printed"));
        return lines.reading(facts);
    }
}
