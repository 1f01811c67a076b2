package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.diagnosis.Explanations;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaTos;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Connections of the RDMA connection manager carry no ToS, or that of another class.
@AutoService(Check.class)
public final class CmaTosNotSet implements Check {

    @Override
    public String code() {
        return "cma-roce-tos-unset";
    }

    @Override
    public Explanation explanation() {
        return Explanations.written(code());
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(RdmaTos.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        if (situation.wanted().isPresent() && situation.wanted().get().lossless().isEmpty()) return;
        for (Host host : survey.hosts(RdmaTos.class, h -> !h.rails().isEmpty())) {
            Lossless wanted = survey.wanted().flatMap(Cluster::lossless).orElseThrow();
            List<String> devices =
                    host.rails().stream()
                            .map(RailPort::rdma)
                            .flatMap(Optional::stream)
                            .map(RdmaPort::device)
                            .toList();
            for (RdmaTos tos : survey.facts().of(host.name(), RdmaTos.class)) {
                boolean ours = tos.device().isEmpty() || devices.contains(tos.device());
                boolean forced = tos.of() == RdmaTos.Of.QUEUE_PAIRS;
                // Not forcing one for all queue pairs is as it should be.
                if (!ours || tos.dscp() == wanted.dscp() || (forced && tos.tos() == 0)) continue;
                report(survey, host.name(), tos, wanted);
            }
        }
    }

    private static void report(Survey survey, String host, RdmaTos tos, Lossless wanted) {
        boolean forced = tos.of() == RdmaTos.Of.QUEUE_PAIRS;
        int right = wanted.dscp() << 2 | 2;
        survey.error((host + " " + tos.device()).strip())
                .says(
                        (forced
                                        ? "all queue pairs are sent with ToS "
                                        : "connections of the RDMA connection manager are sent with"
                                                + " ToS ")
                                + tos.tos()
                                + ", DSCP "
                                + tos.dscp()
                                + ", and the lossless class is DSCP "
                                + wanted.dscp())
                .because(
                        tos.tos() == 0
                                ? "the default; it is not kept over a reboot, so it has to be set"
                                        + " at each"
                                : "it was set for another class")
                .fix(
                        forced
                                ? "`echo "
                                        + right
                                        + " > /sys/class/infiniband/"
                                        + tos.device()
                                        + "/tc/1/traffic_class`, and the same at boot"
                                : "`cma_roce_tos -d "
                                        + tos.device()
                                        + " -t "
                                        + right
                                        + "`, and the same at boot")
                .cites(tos)
                .explains("roce-lossy-no-pfc", "rdma-loss-counters")
                .report();
    }
}
