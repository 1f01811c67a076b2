package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import java.util.Set;

/// Says at which index the RoCE v2 GID of each rail stands.
@AutoService(Check.class)
public final class RoceGidIndex implements Check {

    @Override
    public String code() {
        return "roce-gid-index";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                At which index of the GID table the RoCE v2 entry with the rail's address
                stands. Not a fault; asked for by name.
                """,
                """
                `railhead check --only roce-gid-index` lists device, index and address of every
                rail port.
                """,
                """
                Tools that take an index (`ib_write_bw -x`, NCCL_IB_GID_INDEX) need the right
                one, and it is not the same everywhere: often 3 on mlx5 and 2 or 3 on mlx4,
                another after a second address was added.
                """,
                """
                Nothing to mend. Leave NCCL_IB_GID_INDEX unset (NCCL 2.21 and later choose by
                type and family), or set what stands here where all hosts have the same.
                """,
                """
                  show_gids DEVICE
                  railhead check --only roce-gid-index
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(GidEntry.class, RdmaLink.class, RdmaNetdev.class);
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Rdma.Port port : Rdma.ports(survey, GidEntry.class)) {
            Gids.v2(Gids.table(survey, port), port.wanted().address())
                    .ifPresentOrElse(
                            g ->
                                    survey.info(port.subject())
                                            .says(
                                                    "RoCE v2 GID of "
                                                            + port.wanted().rail()
                                                            + " ("
                                                            + port.wanted().address()
                                                            + ") is at index "
                                                            + g.index())
                                            .because("asked for; not a fault")
                                            .fix(
                                                    "`ib_write_bw -d "
                                                            + port.rdma().device()
                                                            + " -x "
                                                            + g.index()
                                                            + "`; leave NCCL_IB_GID_INDEX unset")
                                            .cites(g)
                                            .report(),
                            () ->
                                    survey.notChecked(
                                            port.subject(),
                                            "no RoCE v2 GID with "
                                                    + port.wanted().address()
                                                    + " (see roce-gid-missing)"));
        }
    }
}
