package io.railhead.model.counters;

import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.counters.PortCounts.Key;
import io.railhead.model.fact.CounterRise;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// Two readings of the same counters.
public final class Rises {
    private Rises() {}

    /// Seconds between two readings of a counter.
    public interface Apart {
        /// @param before where the first reading stands
        /// @param now where the second stands
        OptionalDouble seconds(Source before, Source now);
    }

    /// Adds a [CounterRise] for each counter that both readings have, at its machine.
    public static void add(PortCounts before, PortCounts now, Apart apart, Facts.Builder into) {
        now.values()
                .forEach(
                        (key, value) -> {
                            Long then = before.values().get(key);
                            if (then == null || now.source(key).isEmpty()) return;
                            Source source = now.source(key).get();
                            OptionalDouble seconds =
                                    before.source(key)
                                            .map(s -> apart.seconds(s, source))
                                            .orElse(OptionalDouble.empty());
                            into.add(key.device(), rise(key, then, value, seconds, source));
                        });
    }

    private static CounterRise rise(
            Key key, long then, long value, OptionalDouble seconds, Source source) {
        return new CounterRise(
                key.port(),
                key.kind(),
                key.priority().isEmpty()
                        ? OptionalInt.empty()
                        : OptionalInt.of(Integer.parseInt(key.priority())),
                key.term(),
                then,
                value,
                seconds,
                source);
    }
}
