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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `show queue counters`: what each egress queue sent and dropped. `N/A` is a counter that the
/// switch does not have.
@AutoService(Parser.class)
public final class SonicQueueCounters implements Parser {
    private static final Pattern TEXT =
            Pattern.compile("(?m)^ *Port +TxQ +Counter/pkts +Counter/bytes ");

    /// Unicast, multicast or both, and the number.
    private static final Pattern QUEUE = Pattern.compile("(?:UC|MC|ALL|VOQ)(\\d{1,3})");

    private static final Map<String, QosCounter.Measure> COLUMNS = columns();

    private static Map<String, QosCounter.Measure> columns() {
        Map<String, QosCounter.Measure> columns = new LinkedHashMap<>();
        columns.put("Counter/pkts", QosCounter.Measure.PACKETS);
        columns.put("Counter/bytes", QosCounter.Measure.BYTES);
        columns.put("Drop/pkts", QosCounter.Measure.DROPPED_PACKETS);
        columns.put("Drop/bytes", QosCounter.Measure.DROPPED_BYTES);
        columns.put("EcnMarked/pkts", QosCounter.Measure.ECN_MARKED_PACKETS);
        columns.put("WredEcnMarked/pkts", QosCounter.Measure.ECN_MARKED_PACKETS);
        return columns;
    }

    @Override
    public String name() {
        return "sonic-show-queue-counters";
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
        return ShowCommand.is(command, "queue", "counters");
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
            int queue = table.column("TxQ");
            if (queue < 0) continue;
            for (Tables.Row row : table.rows()) {
                Matcher m = QUEUE.matcher(row.cell(queue));
                if (!m.matches()) continue;
                Counts counts = new Counts(row.cell(0), facts);
                for (Map.Entry<String, QosCounter.Measure> column : COLUMNS.entrySet()) {
                    counts.of(
                            QosCounter.Scope.QUEUE,
                            Integer.parseInt(m.group(1)),
                            QosCounter.Way.SENT,
                            column.getValue(),
                            row.cell(table.column(column.getKey())),
                            row.cell(queue) + " " + column.getKey(),
                            row.line().source());
                }
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no queue listed"));
        return lines.reading(facts);
    }
}
