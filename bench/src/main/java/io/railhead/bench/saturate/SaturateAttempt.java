package io.railhead.bench.saturate;

import io.railhead.bench.Pair;
import io.railhead.model.Transcript;
import io.railhead.model.counters.PortCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What one run of all flows gave.
///
/// @param failed why, of each flow without output
record SaturateAttempt(
        List<SaturateFlow> flows,
        Map<Pair, String> failed,
        Map<SaturateFlow, Transcript> said,
        PortCounts before,
        PortCounts after) {

    /// Why flows gave nothing though both their hosts were there.
    Optional<String> refusal(SaturateLoad load, Set<String> lost) {
        List<String> why = new ArrayList<>();
        failed.forEach(
                (pair, text) -> {
                    if (!lost.contains(pair.from()) && !lost.contains(pair.to())) {
                        why.add(pair + ": " + text);
                    }
                });
        said.forEach(
                (flow, t) -> {
                    Pair pair = flow.path().pair();
                    if (flows.contains(flow) && !lost.contains(pair.to())) {
                        load.benchmark()
                                .read(load.setting(), t)
                                .failure()
                                .ifPresent(f -> why.add(pair + ": " + f));
                    }
                });
        return why.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", why));
    }

    /// The load of the host whose latency test ran: by the same clock.
    List<Transcript> neighbours(SaturateFlow test) {
        return flows.stream()
                .filter(f -> f.path().pair().from().equals(test.path().pair().from()))
                .flatMap(f -> Optional.ofNullable(said.get(f)).stream())
                .toList();
    }
}
