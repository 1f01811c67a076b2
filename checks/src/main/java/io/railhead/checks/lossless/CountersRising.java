package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.counters.PortCounts.Kind;
import io.railhead.model.fact.CounterRise;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// What came to the counters of congestion between two readings: rise, rate a second, and ratio to
/// the packets of the same class.
@AutoService(Check.class)
public final class CountersRising implements Check {
    /// Counters that are told one by one; the rest are counted.
    private static final int TOLD = 8;

    @Override
    public String code() {
        return "counters-rising";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                How far the counters of pause, marks, notifications and drops rose between two
                readings, at each port: the rise, a second, and held against the packets.
                """,
                """
                No fault: it tells what happens now, where a single reading is a total since an
                unknown time.
                """,
                """
                Two readings were there: `check --over`, two files named before and after, or one
                with the time above each output.
                """,
                """
                Nothing to mend by itself. Pause that rises while no packet is marked, or drops of
                the class, are findings of their own.
                """,
                """
                  railhead check --over 10s          # while the job runs
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(CounterRise.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Moved port : Moved.of(survey.facts())) look(port, survey);
    }

    private static void look(Moved port, Survey survey) {
        List<CounterRise> risen =
                port.all().stream()
                        .filter(r -> !r.kind().isTraffic() && (r.rise() > 0 || r.isCleared()))
                        .sorted(Comparator.comparing(CounterRise::kind))
                        .toList();
        List<CounterRise> resting =
                port.all().stream()
                        .filter(r -> !r.kind().isTraffic() && r.rise() == 0 && !r.isCleared())
                        .toList();
        int still = resting.size();
        if (risen.isEmpty() && still == 0) return;
        Draft draft = survey.info(port.name());
        if (risen.isEmpty()) {
            resting.stream().limit(TOLD).forEach(r -> draft.cites(r, r.term()));
        }
        List<String> words = new ArrayList<>();
        for (CounterRise r : risen.subList(0, Math.min(TOLD, risen.size()))) {
            words.add(Moved.words(r) + ratio(port, r));
            draft.cites(r, r.term());
        }
        if (risen.size() > TOLD) words.add((risen.size() - TOLD) + " more rose");
        draft.says(
                        port.span()
                                + ": "
                                + (words.isEmpty()
                                        ? "none of " + still + " counters of congestion rose"
                                        : String.join("; ", words)
                                                + (still > 0 ? "; " + still + " did not rise" : ""))
                                + missing(port))
                .because("two readings of the same counters")
                .fix("`railhead explain counters-rising`")
                .report();
    }

    /// `, 2.9 in 1,000 packets`, `, 31% of packets`, `, 0.8 a mark`.
    private static String ratio(Moved port, CounterRise r) {
        return switch (r.kind()) {
            // Who is sent a pause was sending: received ones are of what this port sends.
            case PAUSE -> thousand(r.rise(), port.packetsBeside(r, !r.isReceived()), r, port);
            case DROPS -> thousand(r.rise(), port.packetsBeside(r, r.isReceived()), r, port);
            case ECN_MARKED -> {
                long packets = port.packetsBeside(r, r.isReceived());
                yield packets <= 0
                        ? ""
                        : String.format(
                                Locale.ROOT, ", %.1f%% of packets", 100.0 * r.rise() / packets);
            }
            case CNP -> {
                long marks = Moved.sum(port.of(Kind.ECN_MARKED));
                yield marks <= 0 || !r.term().contains("sent")
                        ? ""
                        : String.format(Locale.ROOT, ", %.2f a mark", (double) r.rise() / marks);
            }
            case PAUSE_MICROS ->
                    r.seconds().isEmpty()
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    ", stopped %.1f%% of the time",
                                    r.rise() / 1e4 / r.seconds().getAsDouble());
            case GLOBAL_PAUSE, REPEATED, PACKETS, BYTES -> "";
        };
    }

    private static String thousand(long rise, long packets, CounterRise r, Moved port) {
        if (packets <= 0) return "";
        String of = String.format(Locale.ROOT, ", %.2f in 1,000 packets", 1000.0 * rise / packets);
        long bytes = Moved.sum(port.of(Kind.BYTES, b -> b.priority().equals(r.priority())));
        return bytes < 125_000_000
                ? of
                : of + String.format(Locale.ROOT, ", %.1f a gigabit", rise / (bytes * 8 / 1e9));
    }

    /// Kinds that this port does not count, which is not nought. An RDMA device has only its own.
    private static String missing(Moved port) {
        Set<Kind> wanted = EnumSet.of(Kind.PAUSE, Kind.DROPS);
        port.all().forEach(r -> wanted.remove(r.kind()));
        boolean device = port.all().stream().anyMatch(r -> r.kind() == Kind.CNP);
        if (device || wanted.isEmpty()) return "";
        return "; not counted there: "
                + wanted.stream().map(Kind::word).collect(Collectors.joining(", "));
    }
}
