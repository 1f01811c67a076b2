package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Parser;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.evidence.switching.TableParser;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/// `show pfc counters`: pause frames received and sent, by priority; with `--history` how often and
/// how long each priority was stopped.
@AutoService(Parser.class)
public final class SonicPfcCounters implements TableParser {
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^ *(?:Port (?:Rx|Tx) +PFC0 |Port +Priority +RX Pause Transitions )");

    @Override
    public String name() {
        return "sonic-show-pfc-counters";
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(QosCounter.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "pfc", "counters");
    }

    @Override
    public Pattern heading() {
        return TEXT;
    }

    @Override
    public boolean isOwn(Tables.Table table) {
        return table.has("Priority") || table.names().getFirst().startsWith("Port ");
    }

    @Override
    public void row(Tables.Table table, Tables.Row row, List<Fact> facts) {
        Counts counts = new Counts(row.cell(0), facts);
        Source source = row.line().source();
        if (table.has("Priority")) history(table, row, counts, source);
        else frames(table, row, counts, source);
    }

    private static void frames(Tables.Table table, Tables.Row row, Counts counts, Source source) {
        boolean received = table.names().getFirst().endsWith("Rx");
        for (int i = 1; i < row.cells().size(); i++) {
            OptionalInt priority = priority(table.names().get(i));
            if (priority.isEmpty()) continue;
            counts.of(
                    QosCounter.Scope.PRIORITY,
                    priority.getAsInt(),
                    received ? QosCounter.Way.RECEIVED : QosCounter.Way.SENT,
                    QosCounter.Measure.PAUSE_FRAMES,
                    row.cell(i),
                    table.names().getFirst() + " " + table.names().get(i),
                    source);
        }
    }

    private static void history(Tables.Table table, Tables.Row row, Counts counts, Source source) {
        OptionalInt priority = priority(row.cell(table.column("Priority")));
        if (priority.isEmpty()) return;
        for (Map.Entry<String, QosCounter.Measure> column : HISTORY) {
            counts.of(
                    QosCounter.Scope.PRIORITY,
                    priority.getAsInt(),
                    QosCounter.Way.RECEIVED,
                    column.getValue(),
                    row.cell(table.column(column.getKey())),
                    column.getKey(),
                    source);
        }
    }

    private static final List<Map.Entry<String, QosCounter.Measure>> HISTORY =
            List.of(
                    Map.entry("RX Pause Transitions", QosCounter.Measure.PAUSE_TRANSITIONS),
                    Map.entry("Total RX Pause Time US", QosCounter.Measure.PAUSE_MICROS),
                    Map.entry("Recent RX Pause Time US", QosCounter.Measure.RECENT_PAUSE_MICROS));

    private static OptionalInt priority(String name) {
        return name.matches("PFC[0-7]")
                ? OptionalInt.of(name.charAt(3) - '0')
                : OptionalInt.empty();
    }
}
