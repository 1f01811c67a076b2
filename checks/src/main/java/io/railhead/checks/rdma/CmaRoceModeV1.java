package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.CmaRoceMode;
import io.railhead.model.fact.Fact;
import java.util.Set;

/// RDMA-CM makes RoCE v1 connections.
@AutoService(Check.class)
public final class CmaRoceModeV1 implements Check {

    @Override
    public String code() {
        return "cma-roce-mode-v1";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Connections made by the RDMA connection manager use RoCE v1.
                """,
                """
                Programs with RDMA-CM (storage, some MPI, perftest -R) run as RoCE v1: not
                routed, no DSCP, no ECN, so not in the lossless class by DSCP.
                """,
                """
                The default of old kernels and cards; nobody set it.
                """,
                """
                  cma_roce_mode -d DEVICE -p 1 -m 2
                It is lost at reboot: put it into a unit.
                """,
                """
                  cma_roce_mode -d DEVICE -p 1      # RoCE v2
                  railhead check --only cma-roce-mode-v1
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(CmaRoceMode.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(CmaRoceMode.class, m -> Rdma.wanted(survey, m))) {
            for (CmaRoceMode mode : survey.facts().of(machine, CmaRoceMode.class)) {
                if (!mode.mode().equals("RoCE v2")) {
                    survey.warning(machine + " " + mode.device())
                            .says("RDMA-CM connections of this device use " + mode.mode())
                            .because("the default of an old kernel or card")
                            .fix(
                                    "`cma_roce_mode -d "
                                            + mode.device()
                                            + " -p "
                                            + mode.port()
                                            + " -m 2`, and a unit that does it at boot")
                            .cites(mode)
                            .report();
                }
            }
        }
    }
}
