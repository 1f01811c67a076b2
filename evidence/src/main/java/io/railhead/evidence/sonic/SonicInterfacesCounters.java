package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `show interfaces counters`, also `errors`: frames, errors and drops of each port.
@AutoService(Parser.class)
public final class SonicInterfacesCounters implements Parser {
    private static final Pattern TEXT = Pattern.compile("(?m)^ *IFACE +STATE +RX_");

    @Override
    public String name() {
        return "sonic-show-interfaces-counters";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(QosCounter.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "interfaces", "counters");
    }

    @Override
    public boolean recognises(String text) {
        return TEXT.matcher(text).find();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Tables.Table table : Tables.of(lines)) {
            if (!table.has("IFACE", "STATE")) continue;
            for (Tables.Row row : table.rows()) {
                Counts counts = new Counts(row.cell(0), facts);
                for (int i = 2; i < table.names().size(); i++) {
                    String name = table.names().get(i);
                    QosCounter.Way way =
                            name.startsWith("RX_") ? QosCounter.Way.RECEIVED : QosCounter.Way.SENT;
                    Optional<QosCounter.Measure> measure = measure(name);
                    if (measure.isPresent()) {
                        counts.ofPort(way, measure.get(), row.cell(i), name, row.line().source());
                    }
                }
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }

    private static Optional<QosCounter.Measure> measure(String name) {
        return switch (name) {
            case "RX_OK", "TX_OK" -> Optional.of(QosCounter.Measure.PACKETS);
            case "RX_ERR", "TX_ERR" -> Optional.of(QosCounter.Measure.ERROR_FRAMES);
            case "RX_DRP", "TX_DRP" -> Optional.of(QosCounter.Measure.DROPPED_PACKETS);
            default -> Optional.empty();
        };
    }
}
