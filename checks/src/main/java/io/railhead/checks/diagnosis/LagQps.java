package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NcclTestRun;
import io.railhead.model.fact.PerftestRun;
import java.util.ArrayList;
import java.util.List;

/// One queue pair uses one member of a LAG.
@AutoService(Cause.class)
public final class LagQps implements Cause {
    @Override
    public String code() {
        return "lag-needs-more-qps";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> bond = clues.of("bond-hca");
        if (bond.isEmpty()) return;
        List<LogEvent> one =
                new ArrayList<>(
                        clues.env("NCCL_IB_QPS_PER_CONNECTION").stream()
                                .filter(e -> Clues.setting(e).equals("1"))
                                .toList());
        boolean many =
                clues.env("NCCL_IB_QPS_PER_CONNECTION").stream()
                        .anyMatch(e -> !Clues.setting(e).equals("1"));
        one.addAll(clues.where("perftest-qps", "qps", "1"));
        one.addAll(
                clues.env("UCX_IB_NUM_PATHS").stream()
                        .filter(e -> Clues.setting(e).equals("1"))
                        .toList());
        double best =
                clues.all(PerftestRun.class).stream()
                        .filter(r -> r.qps().orElse(1) > 1)
                        .mapToDouble(Signs::gigabits)
                        .max()
                        .orElse(0);
        double single =
                clues.all(PerftestRun.class).stream()
                        .filter(r -> r.qps().orElse(1) == 1)
                        .mapToDouble(Signs::gigabits)
                        .max()
                        .orElse(0);
        double bus =
                clues.all(NcclTestRun.class).stream()
                        .flatMap(r -> r.rows().stream())
                        .mapToDouble(r -> r.outOfPlace().busbw() * 8)
                        .max()
                        .orElse(0);
        List<LogEvent> loads = clues.of("bond-port-load");
        boolean uneven =
                loads.stream()
                        .anyMatch(
                                a ->
                                        loads.stream()
                                                .anyMatch(
                                                        b ->
                                                                Clues.decimal(a, "tx")
                                                                        > 5 * Clues.decimal(b, "tx")
                                                                                + 5));
        boolean half =
                best > 0 && (single > 0 && single < 0.7 * best || bus > 0 && bus < 0.7 * best);
        // The same test with more queue pairs, and twice as fast or more, says it by itself.
        boolean compared = many && !one.isEmpty() && spread(clues);
        List<LogEvent> more = clues.where("qps-option", e -> Clues.number(e, "qps").orElse(1) > 1);
        if (!more.isEmpty() && spread(clues) && clues.lacks("udp-sport")) {
            verdict.certain(
                            clues.of("perftest-row"),
                            "the same test with more queue pairs is faster by far: one reaches one member of the bond")
                    .cites(more)
                    .cites(bond.subList(0, 1));
            return;
        }
        List<LogEvent> idle = idleMembers(clues);
        if ((many && !compared && idle.isEmpty()) || clues.has("udp-sport")) return;
        half |= compared;
        uneven |= !idle.isEmpty();
        if ((!one.isEmpty() || bus > 0 || isUcx(clues) && !idle.isEmpty())
                && (half || !one.isEmpty() || uneven)) {
            (half || uneven
                            ? verdict.certain(
                                    bond.subList(0, 1),
                                    "one queue pair a connection on a bonded device reaches one member")
                            : verdict.likely(
                                    bond.subList(0, 1),
                                    "the device is a bond, and one queue pair a connection is in use"))
                    .cites(one)
                    .cites(clues.where("nccl-ib-using", e -> e.get("list").contains("bond")))
                    .cites(loads)
                    .cites(idle)
                    .cites(clues.of("bond-slave"));
        }
    }

    /// Whether results of one text are a factor apart.
    private static boolean spread(Clues clues) {
        double low = Double.MAX_VALUE;
        double high = 0;
        for (LogEvent e : clues.of("bus-average", "perftest-row")) {
            double rate = Clues.decimal(e, "average");
            if (rate > 0) {
                low = Math.min(low, rate);
                high = Math.max(high, rate);
            }
        }
        return high > 1.6 * low && low < Double.MAX_VALUE;
    }

    /// A bond that shares its load was measured with UCX.
    private static boolean isUcx(Clues clues) {
        return clues.has("ucx-perf-row")
                && clues.where("bond-mode", e -> e.get("mode").contains("active-backup")).isEmpty();
    }

    /// Byte counters of members that stand still while another member's run.
    private static List<LogEvent> idleMembers(Clues clues) {
        for (String name :
                List.of("tx_vport_rdma_unicast_bytes", "tx_bytes_phy", "tx_prio3_bytes")) {
            List<LogEvent> members = clues.counters(name);
            long most = clues.highest(name).orElse(0);
            List<LogEvent> idle =
                    members.stream()
                            .filter(e -> Clues.number(e, "value").orElse(0) < most / 50)
                            .toList();
            if (most > 1_000_000_000L && !idle.isEmpty()) return idle;
        }
        return List.of();
    }
}
