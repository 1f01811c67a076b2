package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PauseParameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `ethtool -a IF`: a heading `Pause parameters for IF:` and rows `Autonegotiate`, `RX`, `TX`,
/// with newer ones `RX negotiated`, `TX negotiated` and statistics. A device without pause
/// answers `Operation not supported`: that is a fact, too.
@AutoService(Parser.class)
public final class EthtoolPause implements Parser {
    private static final String HEADING = "Pause parameters for ";
    private static final Set<String> KEYS =
            Set.of(
                    "Autonegotiate",
                    "RX",
                    "TX",
                    "RX negotiated",
                    "TX negotiated",
                    "Statistics",
                    "tx_pause_frames",
                    "rx_pause_frames");

    @Override
    public String name() {
        return "ethtool-a";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.each(Probe.Each.INTERFACE, name(), "ethtool -a $x").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PauseParameters.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ethtool", "-a", "--show-pause");
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
        String name = EthtoolFailure.interfaceOf(lines, "");
        Map<String, String> rows = new LinkedHashMap<>();
        Lines.@Nullable Line first = null;
        Lines.@Nullable Line last = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<String> heading = line.after(HEADING);
            if (heading.isPresent()) {
                if (first != null && last != null) add(name, rows, first, last, facts);
                rows = new LinkedHashMap<>();
                name = heading.get().replace(":", "");
                first = line.read();
                last = line;
                continue;
            }
            int colon = line.text().indexOf(':');
            String key = colon > 0 ? line.text().substring(0, colon).strip() : "";
            if (!KEYS.contains(key)) continue;
            rows.put(key, line.text().substring(colon + 1).strip());
            if (first == null) first = line;
            last = line.read();
        }
        if (first != null && last != null) add(name, rows, first, last, facts);
        if (facts.isEmpty()) {
            String why = failure.orElse("no pause parameters printed");
            if (EthtoolFailure.notSupported(why)) {
                facts.add(
                        new PauseParameters(
                                name,
                                false,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                lines.whole()));
            } else {
                lines.unavailable(why);
            }
        }
        return lines.reading(facts);
    }

    private static void add(
            String name,
            Map<String, String> rows,
            Lines.Line first,
            Lines.Line last,
            List<Fact> into) {
        if (rows.isEmpty()) return;
        into.add(
                new PauseParameters(
                        name,
                        true,
                        EthtoolSettings.onOff(rows.get("Autonegotiate")),
                        EthtoolSettings.onOff(rows.get("RX")),
                        EthtoolSettings.onOff(rows.get("TX")),
                        first.to(last)));
    }
}
