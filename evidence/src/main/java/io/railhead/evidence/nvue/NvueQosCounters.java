package io.railhead.evidence.nvue;

import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.Rates;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QosCounter.Measure;
import io.railhead.model.fact.QosCounter.Scope;
import io.railhead.model.fact.QosCounter.Way;
import io.railhead.model.fact.Stated;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Counters of the tables of `nv show interface X counters qos`: by priority group, by traffic
/// class, by switch priority, and of the whole port.
record NvueQosCounters(String port, List<Fact> into) {

    /// A column that counts.
    private record Column(Scope scope, Way way, Measure measure) {}

    private static final Map<String, Column> COLUMNS =
            Map.ofEntries(
                    column("rx-frames", Scope.PRIORITY_GROUP, Way.RECEIVED, Measure.PACKETS),
                    column(
                            "rx-buffer-discards",
                            Scope.PRIORITY_GROUP,
                            Way.RECEIVED,
                            Measure.DROPPED_PACKETS),
                    column(
                            "rx-shared-buffer-discards",
                            Scope.PRIORITY_GROUP,
                            Way.RECEIVED,
                            Measure.DROPPED_PACKETS),
                    column("tx-frames", Scope.QUEUE, Way.SENT, Measure.PACKETS),
                    column("tx-bytes", Scope.QUEUE, Way.SENT, Measure.BYTES),
                    column("tx-uc-buffer-discards", Scope.QUEUE, Way.SENT, Measure.DROPPED_PACKETS),
                    column("wred-discards", Scope.QUEUE, Way.SENT, Measure.DROPPED_PACKETS),
                    column("ecn-marked-packets", Scope.QUEUE, Way.SENT, Measure.ECN_MARKED_PACKETS),
                    column("rx-pause-frames", Scope.PRIORITY, Way.RECEIVED, Measure.PAUSE_FRAMES),
                    column("rx-pause-duration", Scope.PRIORITY, Way.RECEIVED, Measure.PAUSE_MICROS),
                    column("tx-pause-frames", Scope.PRIORITY, Way.SENT, Measure.PAUSE_FRAMES),
                    column("tx-pause-duration", Scope.PRIORITY, Way.SENT, Measure.PAUSE_MICROS));

    private static Map.Entry<String, Column> column(
            String name, Scope scope, Way way, Measure measure) {
        return Map.entry(name, new Column(scope, way, measure));
    }

    void table(NvueTree.Table t) {
        if (t.has("counter") && t.has("transmit")) {
            t.rows().forEach(this::ofPort);
            return;
        }
        for (NvueTree.Row row : t.rows()) {
            OptionalInt index = Numbers.toInt(index(row));
            if (index.isEmpty()) continue;
            row.cells()
                    .forEach(
                            (name, cell) -> {
                                Column c = COLUMNS.get(name);
                                if (c != null && fits(t, c.scope)) {
                                    add(c.scope, index, c.way, c.measure, cell, name, row);
                                }
                            });
        }
    }

    private static String index(NvueTree.Row row) {
        for (String name :
                List.of("priority-group", "traffic-class", "switch-priority", "switch-prio")) {
            if (!row.cell(name).isEmpty()) return row.cell(name);
        }
        return "";
    }

    private static boolean fits(NvueTree.Table t, Scope scope) {
        return switch (scope) {
            case PRIORITY_GROUP -> t.has("priority-group");
            case QUEUE -> t.has("traffic-class");
            case PRIORITY -> t.has("switch-priority") || t.has("switch-prio");
            case PORT -> false;
        };
    }

    /// Rows `ecn-marked-packets  n/a  0` of what the whole port received and sent.
    private void ofPort(NvueTree.Row row) {
        String name = row.cell("counter");
        Optional<Measure> measure =
                switch (name) {
                    case "ecn-marked-packets" -> Optional.of(Measure.ECN_MARKED_PACKETS);
                    case "total-discards" -> Optional.of(Measure.DROPPED_PACKETS);
                    default -> Optional.empty();
                };
        if (measure.isEmpty()) return;
        OptionalInt none = OptionalInt.empty();
        add(Scope.PORT, none, Way.RECEIVED, measure.get(), row.cell("receive"), name, row);
        add(Scope.PORT, none, Way.SENT, measure.get(), row.cell("transmit"), name, row);
    }

    /// A discard that is printed as a size is one of bytes.
    private void add(
            Scope scope,
            OptionalInt index,
            Way way,
            Measure measure,
            String cell,
            String term,
            NvueTree.Row row) {
        Optional<Stated<Long>> n = Rates.size(cell, row.source());
        if (n.isEmpty()) return;
        boolean bytes =
                measure == Measure.DROPPED_PACKETS
                        && (cell.endsWith("B") || cell.endsWith("Bytes"));
        into.add(
                new QosCounter(
                        port,
                        scope,
                        index,
                        way,
                        bytes ? Measure.DROPPED_BYTES : measure,
                        n.get().value(),
                        term,
                        row.source()));
    }
}
