package io.railhead.evidence.switching;

import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Makes counters of one port out of printed numbers. What is no number (`-`, `N/A`) gives none.
public record Counts(String port, List<Fact> into) {

    /// A number with or without commas between the thousands.
    public static OptionalLong number(String text) {
        return Numbers.toCounter(text.replace(",", ""));
    }

    /// A counter of the whole port.
    public void ofPort(
            QosCounter.Way way,
            QosCounter.Measure measure,
            String value,
            String term,
            Source source) {
        add(QosCounter.Scope.PORT, OptionalInt.empty(), way, measure, value, term, source);
    }

    /// A counter of one class of the port.
    public void of(
            QosCounter.Scope scope,
            int index,
            QosCounter.Way way,
            QosCounter.Measure measure,
            String value,
            String term,
            Source source) {
        add(scope, OptionalInt.of(index), way, measure, value, term, source);
    }

    private void add(
            QosCounter.Scope scope,
            OptionalInt index,
            QosCounter.Way way,
            QosCounter.Measure measure,
            String value,
            String term,
            Source source) {
        number(value)
                .ifPresent(
                        n ->
                                into.add(
                                        new QosCounter(
                                                port, scope, index, way, measure, n, term,
                                                source)));
    }
}
