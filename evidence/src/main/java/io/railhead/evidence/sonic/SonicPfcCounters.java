package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/// `show pfc counters`: pause frames received and sent, by priority; with `--history` how often and
/// how long each priority was stopped.
@AutoService(Parser.class)
public final class SonicPfcCounters implements Parser {
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^ *(?:Port (?:Rx|Tx) +PFC0 |Port +Priority +RX Pause Transitions )");

    @Override
    public String name() {
        return "sonic-show-pfc-counters";
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
        return ShowCommand.is(command, "pfc", "counters");
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
            for (Tables.Row row : table.rows()) {
                Counts counts = new Counts(row.cell(0), facts);
                Source source = row.line().source();
                if (table.has("Priority")) {
                    history(table, row, counts, source);
                } else if (table.names().getFirst().startsWith("Port ")) {
                    frames(table, row, counts, source);
                }
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
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
