package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Survey;
import io.railhead.checks.diagnosis.Explanations;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortTrust;
import java.util.Optional;
import java.util.Set;

/// A port on the way of the lossless class does not take the priority from the DSCP.
@AutoService(Check.class)
public final class TrustNotDscp implements PortCheck {

    @Override
    public String code() {
        return "trust-pcp-not-dscp";
    }

    @Override
    public Explanation explanation() {
        return Explanations.written(code());
    }

    @Override
    public Set<Class<? extends Fact>> ofPort() {
        return Set.of(DriverInfo.class, PortTrust.class);
    }

    @Override
    public void look(PortOfPath port, Survey survey) {
        Optional<PortTrust> trust = port.port().trust();
        if (trust.isEmpty()) {
            // NX-OS has no such setting: its classes say what they match.
            if (port.host()) survey.notChecked(port.name(), "what it trusts was not read");
            return;
        }
        if (trust.get().fields().contains(PortTrust.Field.DSCP)) return;
        boolean pcp = trust.get().fields().contains(PortTrust.Field.PCP);
        survey.error(port.name())
                .says(
                        "the port takes the priority of packets from "
                                + (pcp ? "the VLAN tag" : "nothing")
                                + " ("
                                + trust.get().term()
                                + "), not from the DSCP "
                                + port.wanted().dscp()
                                + " that marks RoCE")
                .because(
                        "untagged packets carry no priority, so all RoCE is in priority 0, which"
                                + " has no PFC")
                .fix(
                        port.host()
                                ? "`mlnx_qos -i " + port.port().port() + " --trust dscp`"
                                : "trust DSCP on the switch port: EOS `qos trust dscp`, SONiC"
                                        + " `dscp_to_tc_map` in PORT_QOS_MAP")
                .cites(trust.get())
                .explains(
                        "switch-config-drift",
                        "roce-traffic-class-mismatch",
                        "roce-lossy-no-pfc",
                        "rdma-loss-counters",
                        "dscp-rewritten-on-hop")
                .report();
    }
}
