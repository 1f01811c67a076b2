package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.QosCounter;
import java.util.List;

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
        if (!full.isEmpty() || !marks.isEmpty())
            verdict.certain(full, "the headroom of a lossless priority was used to its end")
                    .cites(marks)
                    .cites(limits)
                    .cites(clues.of("buffer-profile"))
                    .cites(dropped)
                    .explains("roce-lossy-no-pfc", "rdma-retry-exceeded");
        else if (!groups(clues).isEmpty()) {
            Suspicion s =
                    verdict.likely(
                            List.of(), "a lossless priority group that sends pause drops packets");
            groups(clues).forEach(s::cites);
            s.cites(limits).cites(paused).explains("roce-lossy-no-pfc", "rdma-retry-exceeded");
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

    /// Drops of a priority group whose priority was paused at the same port.
    private static List<QosCounter> groups(Clues clues) {
        List<QosCounter> all = clues.all(QosCounter.class);
        return all.stream()
                .filter(c -> c.scope() == QosCounter.Scope.PRIORITY_GROUP)
                .filter(c -> c.measure() == QosCounter.Measure.DROPPED_PACKETS && c.value() > 0)
                .filter(
                        c ->
                                all.stream()
                                        .anyMatch(
                                                p ->
                                                        p.measure()
                                                                        == QosCounter.Measure
                                                                                .PAUSE_FRAMES
                                                                && p.way() == QosCounter.Way.SENT
                                                                && p.port().equals(c.port())
                                                                && p.index().equals(c.index())
                                                                && p.value() > 0))
                .toList();
    }
}
