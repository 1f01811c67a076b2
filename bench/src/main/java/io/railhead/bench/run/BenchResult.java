package io.railhead.bench.run;

import io.railhead.bench.Failure;
import io.railhead.bench.Log;
import io.railhead.bench.judge.Cause;
import io.railhead.bench.path.PortTrouble;
import io.railhead.bench.twins.OddOne;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What a run of benchmarks gave.
///
/// @param measurements with what they are held against
/// @param failures cases without a value, each with its reason
/// @param notes what a reader of the values must know: noise, few samples, power saving
/// @param oddOnes machines, rails and pairs that differ from their twins
/// @param causes likely causes of the missed ones, by index into `measurements`
/// @param logs what benchmarks printed that tells causes by itself
/// @param troubles of ports, seen after tests between them had failed
/// @param aftermath what the hosts of those ports showed then
/// @param complete false when the run was stopped before its end
public record BenchResult(
        List<Measurement> measurements,
        List<Failure> failures,
        List<String> notes,
        List<OddOne> oddOnes,
        Map<Integer, List<Cause>> causes,
        List<Log> logs,
        List<PortTrouble> troubles,
        Facts aftermath,
        Duration took,
        boolean complete) {

    public BenchResult {
        measurements = List.copyOf(measurements);
        failures = List.copyOf(failures);
        notes = List.copyOf(notes);
        oddOnes = List.copyOf(oddOnes);
        causes = Map.copyOf(causes);
        logs = List.copyOf(logs);
        troubles = List.copyOf(troubles);
    }

    /// Of a run that asked no port after it.
    public BenchResult(
            List<Measurement> measurements,
            List<Failure> failures,
            List<String> notes,
            Duration took,
            boolean complete) {
        this(
                measurements,
                failures,
                notes,
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                Facts.builder().build(),
                took,
                complete);
    }

    public boolean missedAny() {
        return measurements.stream().anyMatch(m -> m.verdict() == Verdict.MISSED);
    }

    public boolean unreachableAny() {
        return failures.stream().anyMatch(Failure::unreachable);
    }
}
