package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PingResult;
import java.util.List;
import java.util.Set;

/// Packets of the rail's MTU vanish between two hosts while small ones pass.
@AutoService(Check.class)
public final class PathMtuBlackhole implements Check {

    @Override
    public String code() {
        return "path-mtu-blackhole";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Packets as large as the rail's MTU vanish between two hosts without a word,
                while small ones pass.
                """,
                """
                ssh and `ping` work; iperf3, NCCL or a file copy starts and then stands still;
                RDMA sends end in retry exceeded (status 12). Often in one direction only.
                """,
                """
                Some port on the way has a smaller MTU than the sender: the receiver's own
                interface, or a switch port. Ethernet devices drop what is too large and tell
                nobody.
                """,
                """
                Find the smaller one: halve the size until it passes (`ping -M do -s SIZE
                PEER`), then compare with the ports on the way. Hosts:
                  ip link show dev IFNAME
                  railhead plan
                Switches: set every port of the rail to 9216 (NX-OS: also the network-qos
                policy's `mtu 9216`).
                """,
                """
                  ping -c 3 -M do -s 8972 PEER        # in both directions
                  railhead check --only path-mtu-blackhole
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PingResult.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Paths.Path> paths = Paths.of(survey);
        Paths.untried(survey, paths);
        for (Paths.Failing f : Paths.failing(paths, Paths.State.SILENT)) {
            Paths.Path first = f.paths().getFirst();
            boolean smallPasses = first.small().isPresent();
            survey.error(f.subject())
                    .says(
                            "packets of "
                                    + Paths.packet(first)
                                    + " bytes vanish "
                                    + f.words()
                                    + (smallPasses
                                            ? "; small ones pass"
                                            : "; small ones were not tried"))
                    .because(
                            "a port on the way, the receiver's or a switch's, has a smaller MTU"
                                    + " than "
                                    + Paths.packet(first)
                                    + " and drops silently")
                    .fix(
                            "compare the MTU of "
                                    + first.to()
                                    + " "
                                    + first.target().interfaceName()
                                    + " and of every switch port of "
                                    + first.rail()
                                    + " with "
                                    + Paths.packet(first)
                                    + "; `railhead plan` mends hosts, switch ports want 9216")
                    .cites(
                            f.paths().stream().map(Paths.Path::proof).limit(4).toList(),
                            "transmitted")
                    .report();
        }
    }
}
