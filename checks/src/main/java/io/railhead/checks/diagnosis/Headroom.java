package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The buffer behind PFC is smaller than what still arrives after a pause.
@AutoService(Cause.class)
public final class Headroom implements Cause {
    @Override
    public String code() {
        return "pfc-headroom-too-small";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> full =
                clues.where(
                        "headroom-full",
                        e ->
                                Clues.number(e, "used").orElse(0)
                                        >= Clues.number(e, "limit").orElse(Long.MAX_VALUE));
        List<LogEvent> dropped =
                clues.where("sonic-interface", e -> Clues.number(e, "rxdrop").orElse(0) > 0);
        List<LogEvent> paused =
                clues.where(
                        "sonic-pfc-port",
                        e -> Clues.is(e, "way", "Tx") && Pfc.most(e.get("counts")) > 0);
        paused =
                paused.stream()
                        .filter(
                                e ->
                                        dropped.stream()
                                                .anyMatch(d -> d.get("if").equals(e.get("if"))))
                        .toList();
        List<LogEvent> nexus =
                clues.where(
                        "nxos-pfc-port",
                        e -> Clues.is(e, "oper", "On") && Clues.number(e, "tx").orElse(0) > 0);
        List<LogEvent> overflow =
                clues.where("ingress-drop", e -> Clues.number(e, "drops").orElse(0) > 0);
        List<LogEvent> limits = clues.of("buffer-xoff");
        List<LogEvent> marks =
                clues.where(
                        "headroom-row",
                        e ->
                                limits.stream()
                                        .anyMatch(
                                                l ->
                                                        Pfc.most(e.get("counts"))
                                                                >= Clues.number(l, "xoff")
                                                                        .orElse(Long.MAX_VALUE)));
        if (atNic(clues, verdict)) return;
        List<QosCounter> groups = groups(clues);
        List<QosCounter> ingress = ingress(clues);
        if (!full.isEmpty() || !marks.isEmpty())
            verdict.certain(full, "the headroom of a lossless priority was used to its end")
                    .cites(marks)
                    .cites(limits)
                    .cites(clues.of("buffer-profile"))
                    .cites(dropped)
                    .explains("roce-lossy-no-pfc", "rdma-retry-exceeded");
        else if (!groups.isEmpty()) {
            QosCounter first = groups.getFirst();
            Suspicion s =
                    verdict.likely(
                            List.of(),
                            "the lossless class %d of %s dropped %s at ingress"
                                    .formatted(
                                            first.index().orElse(0),
                                            first.port().isEmpty() ? "a port" : first.port(),
                                            first.amount()));
            groups.forEach(s::cites);
            s.cites(limits).cites(paused).explains("roce-lossy-no-pfc", "rdma-retry-exceeded");
        } else if (!ingress.isEmpty()) {
            Suspicion s =
                    verdict.likely(
                            List.of(),
                            "%,d packets were dropped at ingress of %s, which sends pause"
                                    .formatted(
                                            ingress.getFirst().value(),
                                            ingress.getFirst().port().isEmpty()
                                                    ? "a port"
                                                    : ingress.getFirst().port()));
            ingress.forEach(s::cites);
            s.cites(nexus).explains("roce-lossy-no-pfc");
        } else if (!paused.isEmpty())
            verdict.likely(dropped, "a port that sends PFC pause still drops what arrives")
                    .cites(limits)
                    .cites(paused)
                    .explains("roce-lossy-no-pfc", "rdma-retry-exceeded");
        else if (!nexus.isEmpty() && !overflow.isEmpty())
            verdict.likely(overflow, "packets are dropped at ingress although pause is sent")
                    .cites(nexus)
                    .explains("roce-lossy-no-pfc");
    }

    /// A NIC that stops its sender and loses packets of that very priority: what was under way when
    /// it asked for silence did not fit. A sender that does not listen looks the same, so that a
    /// switch which counts the pauses, or a way longer than the buffer was made for, decides.
    private static boolean atNic(Clues clues, Verdict verdict) {
        if (clues.has("eos-pfc-off", "nvue-roce-lossy", "eos-pfc-none", "sonic-pfc-none")
                || clues.where("nxos-pfc-port", "oper", "On").isEmpty()
                        && clues.has("nxos-pfc-port")) return false;
        List<LogEvent> set = clues.of("cable-length-set");
        List<LogEvent> far =
                clues.of("distance-said").stream()
                        .filter(
                                d ->
                                        set.stream()
                                                .anyMatch(
                                                        c ->
                                                                Clues.decimal(d, "km") * 1000
                                                                        > 2
                                                                                * Clues.decimal(
                                                                                        c,
                                                                                        "metres")))
                        .toList();
        for (int p : Pfc.ofHosts(clues)) {
            List<LogEvent> lost =
                    clues.counted("rx_prio" + p + "_buf_discard", "rx_prio" + p + "_discards");
            List<LogEvent> sent = clues.counted("tx_prio" + p + "_pause");
            boolean heard =
                    clues.where("nxos-pfc-port", "oper", "On").stream()
                            .anyMatch(e -> Clues.number(e, "rx").orElse(0) > 1000);
            if (lost.isEmpty() || sent.isEmpty() || far.isEmpty() && !heard) continue;
            verdict.likely(
                            lost,
                            "the NIC stops its sender in priority %d and loses packets of it: what comes after the pause does not fit"
                                    .formatted(p))
                    .cites(sent)
                    .cites(far)
                    .cites(far.isEmpty() ? List.of() : set)
                    .explains("roce-lossy-no-pfc", "rdma-retry-exceeded", "rdma-loss-counters");
            return true;
        }
        return false;
    }

    /// Ingress drops of a class that is without loss: a SONiC priority group, a QoS group of NX-OS.
    /// What such a class drops came after its headroom was full: it is too small, or the peer did
    /// not heed the pause.
    private static List<QosCounter> groups(Clues clues) {
        List<QosCounter> lost = new ArrayList<>();
        for (String machine : clues.facts().machines()) {
            List<QosCounter> all = clues.facts().of(machine, QosCounter.class);
            for (QosCounter c : all) {
                boolean ofClass =
                        c.scope() == QosCounter.Scope.PRIORITY_GROUP
                                || c.scope() == QosCounter.Scope.QUEUE;
                if (ofClass
                        && c.way() == QosCounter.Way.RECEIVED
                        && c.isLoss()
                        && c.value() > 0
                        && c.index().isPresent()
                        && isLossless(clues, machine, c, all)) lost.add(c);
            }
        }
        return lost;
    }

    private static boolean isLossless(
            Clues clues, String machine, QosCounter c, List<QosCounter> all) {
        int index = c.index().orElse(-1);
        // SONiC and NVUE number priority groups as their priorities; QoS groups are numbers of
        // their own, which their buffers name.
        if (c.scope() == QosCounter.Scope.QUEUE) {
            return clues.facts().of(machine, PortBuffer.class).stream()
                    .filter(b -> b.kind() == PortBuffer.Kind.INGRESS && b.port().equals(c.port()))
                    .filter(b -> b.index().orElse(-2) == index)
                    .anyMatch(b -> b.lossless().orElse(false));
        }
        boolean paused =
                all.stream()
                        .filter(p -> p.is(QosCounter.Measure.PAUSE_FRAMES, QosCounter.Way.SENT))
                        .filter(p -> p.port().equals(c.port()) && p.index().equals(c.index()))
                        .anyMatch(p -> p.value() > 0);
        return paused
                || clues.facts().of(machine, PfcState.class).stream()
                        .filter(p -> p.port().equals(c.port()))
                        .anyMatch(p -> p.lossless().orElse(Set.of()).contains(index));
    }

    /// Packets that found no ingress buffer at a port that sends pause (NX-OS counts them for the
    /// whole port: lossy classes may have lost them).
    private static List<QosCounter> ingress(Clues clues) {
        List<QosCounter> lost = new ArrayList<>();
        for (String machine : clues.facts().machines()) {
            List<QosCounter> all = clues.facts().of(machine, QosCounter.class);
            for (QosCounter c : all) {
                if (c.is(QosCounter.Measure.DROPPED_PACKETS, QosCounter.Way.RECEIVED)
                        && c.value() > 0
                        && c.term().startsWith("Ingress ")
                        && all.stream()
                                .filter(
                                        p ->
                                                p.is(
                                                        QosCounter.Measure.PAUSE_FRAMES,
                                                        QosCounter.Way.SENT))
                                .filter(p -> p.port().equals(c.port()))
                                .anyMatch(p -> p.value() > 0)) lost.add(c);
            }
        }
        return lost;
    }
}
