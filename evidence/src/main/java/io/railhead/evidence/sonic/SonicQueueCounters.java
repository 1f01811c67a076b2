package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Parser;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.evidence.switching.TableParser;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `show queue counters` and `wredcounters`: what each egress queue sent, dropped and marked.
/// `N/A` is a counter that the switch does not have.
@AutoService(Parser.class)
public final class SonicQueueCounters implements TableParser {
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^ *Port +TxQ +(?:Counter/pkts +Counter/bytes |WredDrp/pkts |EcnMarked/pkts )");

    /// Unicast, multicast or both, and the number.
    private static final Pattern QUEUE = Pattern.compile("(?:UC|MC|ALL|VOQ)(\\d{1,3})");

    private static final Map<String, QosCounter.Measure> COLUMNS = columns();

    private static Map<String, QosCounter.Measure> columns() {
        Map<String, QosCounter.Measure> columns = new LinkedHashMap<>();
        columns.put("Counter/pkts", QosCounter.Measure.PACKETS);
        columns.put("Counter/bytes", QosCounter.Measure.BYTES);
        columns.put("Drop/pkts", QosCounter.Measure.DROPPED_PACKETS);
        columns.put("Drop/bytes", QosCounter.Measure.DROPPED_BYTES);
        columns.put("WredDrp/pkts", QosCounter.Measure.DROPPED_PACKETS);
        columns.put("EcnMarked/pkts", QosCounter.Measure.ECN_MARKED_PACKETS);
        columns.put("WredEcnMarked/pkts", QosCounter.Measure.ECN_MARKED_PACKETS);
        return columns;
    }

    @Override
    public String name() {
        return "sonic-show-queue-counters";
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(QosCounter.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "queue", "counters")
                || ShowCommand.is(command, "queue", "wredcounters");
    }

    @Override
    public Pattern heading() {
        return TEXT;
    }

    @Override
    public boolean isOwn(Tables.Table table) {
        return table.has("TxQ");
    }

    @Override
    public void row(Tables.Table table, Tables.Row row, List<Fact> facts) {
        int queue = table.column("TxQ");
        Matcher m = QUEUE.matcher(row.cell(queue));
        if (!m.matches()) return;
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

    @Override
    public String nothing() {
        return "no queue listed";
    }
}
