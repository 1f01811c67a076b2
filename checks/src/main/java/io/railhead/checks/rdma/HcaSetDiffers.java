package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Twins;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Twins have different sets of active RDMA ports.
@AutoService(Check.class)
public final class HcaSetDiffers implements Check {

    @Override
    public String code() {
        return "hca-set-differs-between-nodes";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Hosts that should be alike have different numbers or names of active RDMA ports.
                """,
                """
                NCCL uses fewer NICs than there are, or maps rails crosswise; NCCL_IB_HCA fits
                some hosts only.
                """,
                """
                A port down or a card missing on one host, or device names by another udev rule.
                """,
                """
                  rdma link
                Bring the missing port up or name devices alike (rdma-core's
                60-rdma-persistent-naming.rules).
                """,
                """
                  rdma link | grep -c ACTIVE
                  railhead check --only hca-set-differs-between-nodes
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(RdmaLink.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> said = new ArrayList<>();
        for (String machine : survey.machines(RdmaLink.class, m -> Rdma.wanted(survey, m))) {
            List<RdmaLink> links = survey.facts().of(machine, RdmaLink.class);
            List<String> active =
                    links.stream()
                            .filter(l -> l.state().startsWith("ACTIVE"))
                            .map(l -> l.device() + "/" + l.port())
                            .sorted()
                            .toList();
            said.add(
                    Twins.Said.of(
                            Twins.group(survey, machine),
                            machine,
                            active.isEmpty() ? "none" : String.join(" ", active),
                            links.getFirst()));
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "active RDMA ports",
                        "a port down, a card missing, or other device names",
                        "`rdma link` on both; bring the missing port up or name devices alike"),
                said);
    }
}
