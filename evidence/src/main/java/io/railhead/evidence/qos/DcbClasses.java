package io.railhead.evidence.qos;

import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.End;
import io.railhead.model.fact.QueueSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// Traffic classes out of the columns in which 802.1Qaz tools print them.
record DcbClasses(String port, End end) {

    /// @param values by traffic class, or by priority
    record Column(String name, Map<Integer, String> values, Source source) {}

    List<QueueSchedule> facts(
            Optional<Column> classOfPriority,
            Optional<Column> selection,
            Optional<Column> share,
            Optional<Column> rate) {
        List<QueueSchedule> classes = new ArrayList<>();
        Optional<Column> leading = selection.or(() -> share).or(() -> rate);
        if (leading.isEmpty()) return classes;
        leading.get()
                .values
                .forEach(
                        (tc, word) -> {
                            Set<Integer> priorities = new TreeSet<>();
                            classOfPriority.ifPresent(
                                    c ->
                                            c.values.forEach(
                                                    (p, to) -> {
                                                        if (to.equals(String.valueOf(tc)))
                                                            priorities.add(p);
                                                    }));
                            String tsa = selection.isPresent() ? word : "";
                            QueueSchedule.Turn turn = turn(tsa);
                            OptionalInt percent =
                                    turn == QueueSchedule.Turn.STRICT
                                            ? OptionalInt.empty()
                                            : share.map(s -> s.values.get(tc))
                                                    .map(v -> Numbers.toInt(v.replace("%", "")))
                                                    .orElse(OptionalInt.empty());
                            classes.add(
                                    new QueueSchedule(
                                            port,
                                            end,
                                            tc,
                                            turn,
                                            percent,
                                            OptionalInt.empty(),
                                            priorities,
                                            rate.map(r -> r.values.get(tc)),
                                            tsa.isEmpty() ? leading.get().name : tsa,
                                            leading.get().source));
                        });
        return classes;
    }

    private static QueueSchedule.Turn turn(String tsa) {
        return switch (tsa) {
            case "ets" -> QueueSchedule.Turn.SHARE;
            case "strict" -> QueueSchedule.Turn.STRICT;
            case "vendor" -> QueueSchedule.Turn.VENDOR;
            default -> QueueSchedule.Turn.UNKNOWN;
        };
    }
}
