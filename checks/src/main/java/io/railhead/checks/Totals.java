package io.railhead.checks;

import io.railhead.model.Facts;
import io.railhead.model.fact.CounterRise;
import java.util.Locale;
import java.util.Optional;

/// What a counter that was read once tells of now: it is a total since an unknown time. Where it
/// was read twice, what of it came in between.
public final class Totals {
    private Totals() {}

    /// `120 of them within 10 s`; without a second reading, that it is a total.
    ///
    /// @param term the device's own name of the counter
    public static String words(Facts facts, String machine, String port, String term) {
        return rise(facts, machine, port, term)
                .map(r -> String.format(Locale.ROOT, "%,d of them ", r.rise()) + r.span())
                .orElse("in all, since boot or the last clearing");
    }

    /// Whether two readings say that it does not happen now.
    public static boolean isPast(Facts facts, String machine, String port, String term) {
        return rise(facts, machine, port, term).map(r -> r.rise() == 0).orElse(false);
    }

    private static Optional<CounterRise> rise(
            Facts facts, String machine, String port, String term) {
        return facts.of(machine, CounterRise.class).stream()
                .filter(r -> r.port().equals(port) && !r.isCleared())
                .filter(r -> r.term().equals(term) || r.term().endsWith(" " + term))
                .findFirst();
    }
}
