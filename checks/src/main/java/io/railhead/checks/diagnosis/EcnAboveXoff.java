package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QosCounter.Measure;
import io.railhead.model.fact.QueueEcn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// PFC acts before ECN can: much pause, and nothing was ever marked.
///
/// The two thresholds alone prove nothing: that of PFC is of an ingress buffer, that of ECN of an
/// egress queue, and stock SONiC marks from 1 MiB on behind headrooms of 18 KiB. What a switch has
/// counted decides.
@AutoService(Cause.class)
public final class EcnAboveXoff implements Cause {
    /// A dozen pauses come with a burst that is over before anything is marked.
    private static final long MUCH = 1000;

    @Override
    public String code() {
        return "ecn-threshold-above-pfc-xoff";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<QosCounter> counters = clues.all(QosCounter.class);
        List<QosCounter> pauses =
                counters.stream()
                        .filter(c -> c.measure() == Measure.PAUSE_FRAMES && c.value() >= MUCH)
                        .toList();
        List<LogEvent> told = pausesOfHosts(clues);
        if (pauses.isEmpty() && told.isEmpty()) return;
        boolean marked =
                counters.stream()
                                .anyMatch(
                                        c ->
                                                c.measure() == Measure.ECN_MARKED_PACKETS
                                                        && c.value() > 0)
                        || !clues.counted("np_ecn_marked_roce_packets", "np_cnp_sent").isEmpty();
        if (marked) return;
        List<QosCounter> unmarked =
                counters.stream().filter(c -> c.measure() == Measure.ECN_MARKED_PACKETS).toList();
        List<LogEvent> unmarkedAtHost = clues.counters("np_ecn_marked_roce_packets");
        boolean none = !unmarked.isEmpty() || !unmarkedAtHost.isEmpty();
        List<QueueEcn> on =
                clues.all(QueueEcn.class).stream().filter(q -> marks(q, pauses)).toList();
        List<LogEvent> minima = clues.where("ecn-threshold", "which", "min");
        List<LogEvent> switched = clues.where("switch-ecn", e -> e.value("ecn").isPresent());
        Optional<Xoff> xoff = lowest(clues);
        List<QueueEcn> above =
                on.stream()
                        .filter(q -> q.min().isPresent() && xoff.isPresent())
                        .filter(q -> q.min().get().value() > xoff.get().bytes)
                        .toList();
        List<LogEvent> aboveTold =
                minima.stream()
                        .filter(e -> xoff.isPresent())
                        .filter(e -> bytes(e, "bytes") > xoff.get().bytes)
                        .collect(Collectors.toCollection(ArrayList::new));
        if (on.isEmpty() && xoff.isPresent() && xoff.get().point)
            switched.stream()
                    .filter(e -> bytes(e, "min") > xoff.get().bytes)
                    .forEach(aboveTold::add);
        Suspicion s;
        if (xoff.isPresent() && (!above.isEmpty() || !aboveTold.isEmpty())) {
            String summary =
                    "ECN marks from "
                            + (above.isEmpty()
                                    ? (aboveTold.getFirst().get("bytes").isEmpty()
                                                    ? bytes(aboveTold.getFirst(), "min")
                                                    : aboveTold.getFirst().get("bytes"))
                                            + " bytes"
                                    : above.getFirst().min().get().words())
                            + " on, PFC "
                            + (xoff.get().point ? "stops the sender at " : "has a headroom of ")
                            + xoff.get().bytes
                            + " bytes: much pause"
                            + (none ? ", and nothing was ever marked" : "");
            s =
                    none
                            ? verdict.certain(aboveTold, summary)
                            : xoff.get().point
                                    ? verdict.likely(aboveTold, summary)
                                    : verdict.possible(aboveTold, summary);
            if (aboveTold.isEmpty()) above.forEach(s::cites);
            xoff.get().cite(s);
        } else if (none && !(on.isEmpty() && minima.isEmpty() && switched.isEmpty())) {
            s =
                    verdict.likely(
                            told,
                            "pause is sent and nothing is ever marked, although ECN is configured");
            on.forEach(s::cites);
            s.cites(minima).cites(switched);
        } else {
            return;
        }
        s.cites(told);
        pauses.stream().limit(4).forEach(s::cites);
        s.cites(unmarkedAtHost);
        unmarked.stream().limit(2).forEach(s::cites);
    }

    /// A size in bytes; 0 where it is told in what cannot be made into bytes (cells, packets).
    private static long bytes(LogEvent e, String value) {
        long number = Clues.number(e, value).orElse(0);
        String unit = e.get("unit").toLowerCase(Locale.ROOT);
        if (unit.isEmpty() || unit.equals("bytes")) return number;
        if (unit.startsWith("k")) return number * 1000;
        if (unit.startsWith("m")) return number * 1_000_000;
        return 0;
    }

    /// A queue that marks, of the class that paused where both are told.
    private static boolean marks(QueueEcn q, List<QosCounter> pauses) {
        boolean ofClass =
                q.queues().isEmpty()
                        || pauses.isEmpty()
                        || pauses.stream()
                                .anyMatch(
                                        p ->
                                                p.index().isEmpty()
                                                        || q.queues()
                                                                .contains(p.index().getAsInt()));
        return q.enabled() && ofClass;
    }

    /// Pause that hosts counted, and that a line alone tells.
    private static List<LogEvent> pausesOfHosts(Clues clues) {
        List<LogEvent> all = new ArrayList<>();
        for (int p = 0; p < 8; p++) {
            for (LogEvent e : clues.counted("rx_prio" + p + "_pause", "tx_prio" + p + "_pause")) {
                if (Clues.number(e, "value").orElse(0) >= MUCH) all.add(e);
            }
        }
        return all;
    }

    /// Where pause begins.
    ///
    /// @param point whether it is the filling at which pause is sent; else the headroom behind it
    private record Xoff(
            long bytes, boolean point, Optional<PortBuffer> buffer, Optional<LogEvent> event) {
        void cite(Suspicion s) {
            buffer.ifPresent(s::cites);
            s.cites(event);
        }
    }

    /// The lowest filling at which pause is sent; the least headroom where no filling is told.
    private static Optional<Xoff> lowest(Clues clues) {
        List<Xoff> all = new ArrayList<>();
        for (PortBuffer b : clues.all(PortBuffer.class)) {
            if (b.xoff().orElse(0) <= 0 || b.lossless().filter(l -> !l).isPresent()) continue;
            boolean point = b.kind() != PortBuffer.Kind.PROFILE;
            all.add(new Xoff(b.xoff().getAsLong(), point, Optional.of(b), Optional.empty()));
        }
        events(clues, "buffer-static-threshold", "bytes", true, all);
        events(clues, "buffer-pause-threshold", "bytes", true, all);
        events(clues, "buffer-xoff", "xoff", false, all);
        return all.stream()
                .min(Comparator.comparing((Xoff x) -> !x.point).thenComparing(Xoff::bytes));
    }

    private static void events(
            Clues clues, String kind, String value, boolean point, List<Xoff> into) {
        for (LogEvent e : clues.of(kind)) {
            long bytes = bytes(e, value);
            if (bytes > 0) into.add(new Xoff(bytes, point, Optional.empty(), Optional.of(e)));
        }
    }
}
