package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Parser;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.evidence.switching.TableParser;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `show interfaces counters`, also `errors`: frames, errors and drops of each port.
@AutoService(Parser.class)
public final class SonicInterfacesCounters implements TableParser {
    private static final Pattern TEXT = Pattern.compile("(?m)^ *IFACE +STATE +RX_");

    @Override
    public String name() {
        return "sonic-show-interfaces-counters";
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
    public Pattern heading() {
        return TEXT;
    }

    @Override
    public boolean isOwn(Tables.Table table) {
        return table.has("IFACE", "STATE");
    }

    @Override
    public void row(Tables.Table table, Tables.Row row, List<Fact> facts) {
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

    private static Optional<QosCounter.Measure> measure(String name) {
        return switch (name) {
            case "RX_OK", "TX_OK" -> Optional.of(QosCounter.Measure.PACKETS);
            case "RX_ERR", "TX_ERR" -> Optional.of(QosCounter.Measure.ERROR_FRAMES);
            case "RX_DRP", "TX_DRP" -> Optional.of(QosCounter.Measure.DROPPED_PACKETS);
            default -> Optional.empty();
        };
    }
}
