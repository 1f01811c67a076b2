package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import java.util.List;
import java.util.Set;

/// A RoCE port has no RoCE v2 GID with the rail's address.
@AutoService(Check.class)
public final class RoceGidMissing implements Check {

    @Override
    public String code() {
        return "roce-gid-missing";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                An RDMA port's GID table has no RoCE v2 entry with the rail's address.
                """,
                """
                NCCL: "Call to ibv_modify_qp failed with 22 Invalid argument" or 110; perftest:
                "Failed to modify QP to RTR"; or traffic goes as RoCE v1, which no router, DSCP
                rule or ECN knows.
                """,
                """
                GIDs are made from the addresses of the interface: the address is missing or on
                another port, the link never came up, or the device is in RoCE v1 mode only.
                """,
                """
                  ip -br addr show dev IFNAME
                  show_gids DEVICE
                Give the interface its address first (`railhead plan`). The index differs from
                driver to driver and host to host; let NCCL choose (NCCL_IB_GID_INDEX unset) or
                read it here.
                """,
                """
                  show_gids DEVICE | grep ADDRESS | grep v2
                  railhead check --only roce-gid-missing,roce-gid-index
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(GidEntry.class, RdmaLink.class, RdmaNetdev.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Rdma.Port port : Rdma.ports(survey, GidEntry.class)) {
            List<GidEntry> table = Gids.table(survey, port);
            if (Gids.v2(table, port.wanted().address()).isPresent()) {
                continue;
            }
            List<GidEntry> address = Gids.of(table, port.wanted().address());
            if (address.stream().anyMatch(g -> g.type().isEmpty())) {
                survey.notChecked(port.subject(), "the tool does not say the type of its GIDs");
                continue;
            }
            report(survey, port, table, address);
        }
    }

    private static void report(
            Survey survey, Rdma.Port port, List<GidEntry> table, List<GidEntry> address) {
        String there =
                table.stream()
                        .filter(g -> !g.isZero())
                        .map(
                                g ->
                                        g.index()
                                                + ": "
                                                + g.ipv4().orElse(g.gid())
                                                + " "
                                                + g.type().orElse("?"))
                        .reduce((a, b) -> a + ", " + b)
                        .orElse("nothing");
        Draft draft =
                survey.error(port.subject())
                        .says(
                                address.isEmpty()
                                        ? "no GID with "
                                                + port.wanted().address()
                                                + ", "
                                                + port.wanted().rail()
                                                + "'s address"
                                        : port.wanted().address()
                                                + " has a GID of type "
                                                + address.getFirst().type().orElse("?")
                                                + " only (index "
                                                + address.getFirst().index()
                                                + "), none of RoCE v2")
                        .because("the table holds " + there)
                        .fix(
                                "`ip -br addr show dev "
                                        + port.wanted().interfaceName()
                                        + "`, then `show_gids "
                                        + port.rdma().device()
                                        + "`; a missing address is mended by `railhead plan`")
                        .explains("gid-index-differs-between-nodes", "roce-wrong-gid-index");
        if (table.isEmpty()) {
            draft.cites(
                    survey.lacking(
                            survey.facts().first(port.machine(), GidEntry.class).orElseThrow(),
                            "no GID of " + port.rdma()));
        } else {
            draft.cites(address.isEmpty() ? table.stream().limit(4).toList() : address);
        }
        draft.report();
    }
}
