package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PfcState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// PFC is on for another priority than the one RoCE uses.
@AutoService(Cause.class)
public final class PfcOtherPriority implements Cause {
    @Override
    public String code() {
        return "pfc-wrong-priority";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        PfcCommands.bitmapAsList(clues, verdict);
        List<LogEvent> rows = clues.where("pfc-enabled-row", e -> e.get("bits").contains("1"));
        List<LogEvent> some = new ArrayList<>(rows);
        some.addAll(clues.of("pfc-some"));
        Set<Integer> on = new TreeSet<>();
        some.forEach(e -> on.addAll(Pfc.priorities(e)));
        if (on.isEmpty()) return;
        List<LogEvent> lost = new ArrayList<>();
        for (int p = 0; p < 8; p++) {
            if (!on.contains(p))
                lost.addAll(
                        clues.counted("rx_prio" + p + "_discards", "rx_prio" + p + "_buf_discard"));
        }
        List<LogEvent> switched = clues.where("nodrop-class", e -> !e.get("cos").isEmpty());
        switched =
                switched.stream()
                        .filter(e -> !on.contains((int) Clues.number(e, "cos").orElse(-1)))
                        .toList();
        List<LogEvent> ports =
                clues.where(
                        "nxos-pfc-port",
                        e ->
                                !e.get("bitmap").isEmpty()
                                        && Pfc.ofBitmap(e.get("bitmap")).stream()
                                                .noneMatch(on::contains));
        List<PfcState> others =
                clues.all(PfcState.class).stream()
                        .filter(s -> s.port().matches("Ethernet\\d.*|swp\\d.*|Et\\d.*"))
                        .filter(s -> s.lossless().isPresent() && !s.lossless().get().isEmpty())
                        .filter(s -> s.lossless().get().stream().noneMatch(on::contains))
                        .toList();
        boolean trustsDscp = clues.where("mlnx-trust", "trust", "pcp").isEmpty();
        List<LogEvent> mapped =
                clues.where(
                        "mlnx-dscp2prio",
                        e ->
                                (e.get("dscps") + ",").contains("26,")
                                        && !on.contains((int) Clues.number(e, "prio").orElse(-1)));
        // A site may carry RoCE in another priority than 3: then its traffic is seen there.
        List<String> there = new ArrayList<>();
        for (int p : on) {
            for (String way : List.of("rx", "tx"))
                there.addAll(List.of(way + "_prio" + p + "_packets", way + "_prio" + p + "_pause"));
        }
        List<LogEvent> classes = new ArrayList<>(clues.env("NCCL_IB_TC"));
        classes.addAll(clues.env("UCX_IB_TRAFFIC_CLASS"));
        classes.addAll(clues.of("traffic-class"));
        boolean meant =
                !clues.counted(there.toArray(new String[0])).isEmpty()
                        || (!classes.isEmpty()
                                && classes.stream()
                                        .noneMatch(e -> Pfc.outside(clues, Clues.setting(e))));
        if (meant) mapped = List.of();
        // An application that marks its traffic for another class is what is wrong, where PFC
        // stands as host and switch mean it.
        boolean asMeant =
                clues.of("nodrop-class").stream()
                                .anyMatch(e -> on.contains((int) Clues.number(e, "cos").orElse(-1)))
                        || clues.of("mlnx-dscp2prio").stream()
                                .filter(e -> Pfc.covers(e.get("dscps"), 26))
                                .anyMatch(
                                        e -> on.contains((int) Clues.number(e, "prio").orElse(-1)));
        if (asMeant
                && others.isEmpty()
                && switched.isEmpty()
                && ports.isEmpty()
                && classes.stream().anyMatch(e -> Pfc.outside(clues, Clues.setting(e)))) return;
        if (elsewhere(clues, on, some, verdict)) return;
        boolean traffic = lost.stream().anyMatch(e -> !e.get("name").contains("prio0"));
        if ((traffic
                        || !others.isEmpty()
                        || !switched.isEmpty()
                        || !ports.isEmpty()
                        || !mapped.isEmpty())
                && trustsDscp) {
            Suspicion s =
                    verdict.certain(
                            some,
                            "PFC is on for priority " + Pfc.list(on) + ", while RoCE uses another");
            others.forEach(s::cites);
            s.cites(lost)
                    .cites(mapped)
                    .cites(switched)
                    .cites(ports)
                    .cites(Pfc.quietPauses(clues, on))
                    .explains(
                            "rdma-retry-exceeded",
                            "roce-lossy-no-pfc",
                            "rdma-loss-counters",
                            "roce-traffic-class-mismatch",
                            "pfc-one-side-only");
        }
    }

    /// The priorities with PFC carry nothing, another one carries the load.
    private static boolean elsewhere(
            Clues clues, Set<Integer> on, List<LogEvent> some, Verdict verdict) {
        Lanes lanes = new Lanes(clues);
        List<Integer> busy = lanes.busy();
        if (busy.size() != 1 || busy.getFirst() == 0 || !on.stream().allMatch(lanes::isIdle)) {
            return false;
        }
        int loaded = busy.getFirst();
        Suspicion s =
                verdict.certain(
                        some,
                        "PFC is on for priority %s, which carries nothing; the traffic is in priority %d"
                                .formatted(Pfc.list(on), loaded));
        on.forEach(p -> lanes.cite(s, p));
        lanes.cite(s, loaded);
        s.cites(clues.where("dscp-map-row", e -> e.get("map").contains(":" + loaded)))
                .explains(
                        "rdma-retry-exceeded",
                        "roce-lossy-no-pfc",
                        "rdma-loss-counters",
                        "roce-traffic-class-mismatch",
                        "pfc-one-side-only");
        return true;
    }
}
