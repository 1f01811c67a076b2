package io.railhead.cli;

import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.counters.PortCounts;
import io.railhead.model.counters.Rises;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.QosCounter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Counters of hosts and switches, read twice: once by themselves, and then with all else, so that
/// what is quoted is the later reading. The time between is that of each output, as it began.
final class TwoReadings {
    private static final Pattern TIME = Pattern.compile("(\\d{1,5})(s|m|)");

    /// An hour: who waits longer than that wants a series.
    private static final int LONGEST_SECONDS = 3600;

    /// Facts of counters, and one that switches are asked for.
    private static final Set<Class<? extends Fact>> COUNTERS =
            Set.of(NicCounters.class, PortCounters.class, QosCounter.class, PfcState.class);

    private final Console console;
    private final SourceOptions source;
    private final ClusterOptions clusters;
    private final ReachOptions reach;

    TwoReadings(
            Console console, SourceOptions source, ClusterOptions clusters, ReachOptions reach) {
        this.console = console;
        this.source = source;
        this.clusters = clusters;
        this.reach = reach;
    }

    /// The time of `--over`.
    ///
    /// @throws UserError when it is none
    static Duration apart(String words) {
        Matcher m = TIME.matcher(words.strip());
        int seconds =
                m.matches() ? Integer.parseInt(m.group(1)) * (m.group(2).equals("m") ? 60 : 1) : 0;
        if (seconds < 1 || seconds > LONGEST_SECONDS) {
            throw new UserError(
                    "--over takes the time between two readings, from 1s to 60m, and not \""
                            + words
                            + "\"");
        }
        return Duration.ofSeconds(seconds);
    }

    /// @param planned whether hosts are asked what a plan would say, too
    /// @throws UserError where counters cannot be read twice: a bundle is one reading
    SourceOptions.Gathered gather(
            Set<Class<? extends Fact>> kinds, boolean planned, Duration apart) {
        if (source.name().isPresent() && !source.isLocal()) {
            throw new UserError(
                    "--over reads machines twice, and "
                            + source.name().orElseThrow()
                            + " is one reading; «railhead diagnose» tells what rose between two"
                            + " files of outputs");
        }
        Instant began = Instant.now();
        SourceOptions.Gathered first = source.gather(console, clusters, reach, COUNTERS, false);
        rest(apart.minus(Duration.between(began, Instant.now())));
        Set<Class<? extends Fact>> all = new HashSet<>(kinds);
        all.addAll(COUNTERS);
        SourceOptions.Gathered second = source.gather(console, clusters, reach, all, planned);
        Map<String, Instant> then = began(first);
        Map<String, Instant> now = began(second);
        Facts.Builder facts = second.facts().toBuilder();
        Rises.add(
                PortCounts.of(first.facts()),
                PortCounts.of(second.facts()),
                (a, b) -> between(then, now, a, b),
                facts);
        return new SourceOptions.Gathered(
                second.cluster(), facts.build(), second.collected(), second.wishes());
    }

    private static OptionalDouble between(
            Map<String, Instant> then, Map<String, Instant> now, Source a, Source b) {
        Instant from = then.get(a.document());
        Instant to = now.get(b.document());
        if (from == null || to == null || !from.isBefore(to)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(Duration.between(from, to).toNanos() / 1e9);
    }

    private static Map<String, Instant> began(SourceOptions.Gathered gathered) {
        Map<String, Instant> all = new HashMap<>();
        gathered.collected().stream()
                .flatMap(c -> c.transcripts().stream())
                .forEach((Transcript t) -> all.put(t.document(), t.startedAt()));
        return all;
    }

    private static void rest(Duration time) {
        if (time.isNegative() || time.isZero()) return;
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserError("interrupted between the two readings");
        }
    }
}
