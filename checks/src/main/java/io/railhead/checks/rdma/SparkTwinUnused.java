package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Nvidia;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.TwinNames;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.NetInterface;
import java.util.List;
import java.util.Set;

/// Half of a DGX Spark's port is switched off.
@AutoService(Check.class)
public final class SparkTwinUnused implements Check {

    @Override
    public String code() {
        return "spark-twin-interface-unused";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                One of the two interfaces that share a port of a DGX Spark is off or has no
                link, while the other is in use.
                """,
                """
                RDMA and NCCL stop at 12 to 14 GB/s over a 200 Gb/s cable that carries 23 to
                24.5 GB/s.
                """,
                """
                Each port of a Spark appears twice (enp1s0f0np0 and enP2p1s0f0np0), each behind
                its own PCIe 5.0 x4 link of about 112 Gb/s. Guides that switch "unused"
                interfaces off switch off half of the cable.
                """,
                """
                  ip link set dev TWIN up
                Give it an address in a rail of its own, name both devices in NCCL_IB_HCA, and
                remove the unit that switches it off.
                """,
                """
                  ibdev2netdev        # both devices of the port are Up
                  railhead check --only spark-twin-interface-unused
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetInterface.class, Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine :
                survey.machines(NetInterface.class, m -> Nvidia.isSpark(survey.facts(), m))) {
            List<NetInterface> all = survey.facts().of(machine, NetInterface.class);
            for (NetInterface i : all) {
                TwinNames.inDomainZero(i.name())
                        .flatMap(
                                first ->
                                        all.stream()
                                                .filter(f -> f.name().equals(first))
                                                .findFirst())
                        .ifPresent(f -> judge(survey, machine, f, i));
            }
        }
    }

    private static boolean up(NetInterface i) {
        return i.adminUp() && i.carrier();
    }

    private static void judge(Survey survey, String machine, NetInterface a, NetInterface b) {
        if (up(a) == up(b)) {
            return;
        }
        NetInterface on = up(a) ? a : b;
        NetInterface off = up(a) ? b : a;
        survey.warning(machine + " " + off.name())
                .says(
                        off.name()
                                + " is "
                                + (off.adminUp() ? "without link" : "switched off")
                                + " while its twin on the same cable, "
                                + on.name()
                                + ", is in use: at most half of the port's rate")
                .because("the two share one port, each with its own PCIe 5.0 x4 link")
                .fix(
                        "`ip link set dev "
                                + off.name()
                                + " up`, an address on a rail of its own, and both devices in"
                                + " NCCL_IB_HCA")
                .cites(off, "flags")
                .cites(on, "flags")
                .report();
    }
}
