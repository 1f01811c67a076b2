package io.railhead.model;

import java.util.Optional;

/// One measured value.
///
/// @param metric what was measured: `tcp.bandwidth`, `tcp.latency`, `ping.rtt`
/// @param unit `bit/s`, `ns`, `byte`, `op/s`, `count`, `ratio`; always the base unit, never one
///     with a prefix
/// @param source the document it was read from
public record Measurement(
        String metric,
        double value,
        String unit,
        Statistic statistic,
        Conditions conditions,
        Source source,
        Optional<Expectation> expectation) {

    public Measurement expecting(Expectation wanted) {
        return new Measurement(
                metric, value, unit, statistic, conditions, source, Optional.of(wanted));
    }

    public Verdict verdict() {
        return expectation
                .filter(Expectation::bounded)
                .map(e -> value >= e.low() && value <= e.high() ? Verdict.MET : Verdict.MISSED)
                .orElse(Verdict.NONE);
    }
}
