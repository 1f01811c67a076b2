package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaPortState;
import java.util.LinkedHashSet;
import java.util.Set;

/// An InfiniBand port waits for a subnet manager.
@AutoService(Check.class)
public final class IbPortInitialising implements Check {

    @Override
    public String code() {
        return "ib-no-subnet-manager";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                An InfiniBand port has a link but stays in Initializing: no subnet manager gave
                it an address.
                """,
                """
                `ibstat` says "State: Initializing", "Physical state: LinkUp", LID 65535;
                nothing can be sent.
                """,
                """
                No subnet manager runs in this fabric: an unmanaged switch or a back-to-back
                cable without opensm, or opensm bound to another port. (RoCE needs none; on
                Ethernet ports this never happens.)
                """,
                """
                  apt-get install opensm
                  systemctl enable --now opensm
                With several ports, bind it: `opensm -g PORT_GUID`.
                """,
                """
                  ibstat DEVICE | grep -e State -e 'SM lid'      # Active, SM lid not 0
                  railhead check --only ib-no-subnet-manager
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(RdmaLink.class, RdmaPortState.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.facts().machines()) {
            Set<String> said = new LinkedHashSet<>();
            for (RdmaLink l : survey.facts().of(machine, RdmaLink.class)) {
                if (l.isInfiniBand() && l.state().startsWith("INIT")) {
                    said.add(l.device() + "/" + l.port());
                    report(survey, machine, l.device(), l);
                }
            }
            for (RdmaPortState s : survey.facts().of(machine, RdmaPortState.class)) {
                if (s.linkLayer().filter("InfiniBand"::equals).isPresent()
                        && s.stateNumber() == 2
                        && said.add(s.device() + "/" + s.port())) {
                    report(survey, machine, s.device(), s);
                }
            }
        }
    }

    private static void report(Survey survey, String machine, String device, Fact proof) {
        survey.error(machine + " " + device)
                .says("the InfiniBand port has a link and stays in Initializing")
                .because("no subnet manager serves this fabric, or not this port")
                .fix("`apt-get install opensm`, `systemctl enable --now opensm` on one host")
                .cites(proof)
                .explains("rdma-port-down", "hca-set-differs-between-nodes")
                .report();
    }
}
