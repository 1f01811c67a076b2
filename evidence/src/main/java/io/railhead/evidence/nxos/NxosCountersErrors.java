package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `show interface counters errors`: several tables, each with other columns for the same ports.
@AutoService(Parser.class)
public final class NxosCountersErrors implements Parser {
    private static final Pattern HEADER =
            Pattern.compile(
                    "Port +(?:Align-Err|Single-Col|Giants|InDiscards|Stomped-CRC|OutDiscards).*");

    @Override
    public String name() {
        return "nxos-show-interface-counters-errors";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SwitchPort.class, QosCounter.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "interface", "counters", "errors")
                || ShowCommand.is(command, "interface", "*", "counters", "errors");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> HEADER.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        NxosCounterTables tables = new NxosCounterTables();
        List<String> names = List.of();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            String s = line.stripped();
            if (Ports.isRuler(s)) {
                line.ignore();
            } else if (HEADER.matcher(s).matches()) {
                List<String> words = line.words();
                names = words.subList(1, words.size());
                line.read();
            } else {
                tables.row(names, line);
            }
        }
        List<Fact> facts = new ArrayList<>();
        for (SwitchPort port : tables.facts()) {
            facts.add(port);
            Counts counts = new Counts(port.port(), facts);
            port.settings()
                    .forEach(
                            (name, value) -> {
                                switch (name) {
                                    case "FCS-Err",
                                            "Align-Err",
                                            "Symbol-Err",
                                            "Stomped-CRC",
                                            "Rcv-Err" ->
                                            counts.ofPort(
                                                    QosCounter.Way.RECEIVED,
                                                    QosCounter.Measure.ERROR_FRAMES,
                                                    value.value(),
                                                    name,
                                                    value.source());
                                    case "Xmit-Err" ->
                                            counts.ofPort(
                                                    QosCounter.Way.SENT,
                                                    QosCounter.Measure.ERROR_FRAMES,
                                                    value.value(),
                                                    name,
                                                    value.source());
                                    case "OutDiscards" ->
                                            counts.ofPort(
                                                    QosCounter.Way.SENT,
                                                    QosCounter.Measure.DROPPED_PACKETS,
                                                    value.value(),
                                                    name,
                                                    value.source());
                                    case "InDiscards" ->
                                            counts.ofPort(
                                                    QosCounter.Way.RECEIVED,
                                                    QosCounter.Measure.DROPPED_PACKETS,
                                                    value.value(),
                                                    name,
                                                    value.source());
                                    default -> {
                                        // Half duplex' and other counters of no class.
                                    }
                                }
                            });
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }
}
