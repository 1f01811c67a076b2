package io.railhead.checks.lossless;

import io.railhead.checks.Survey;
import io.railhead.model.fact.JobVariable;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Lossless;
import java.util.Map;
import java.util.Optional;

/// The traffic class that programs are given by files of a host, and the DSCP that a hypervisor's
/// driver writes over it: the first step of a packet.
final class Marks {
    /// Variables that hold the whole ToS byte (NCCL and UCX documentation).
    private static final Map<String, String> VARIABLES =
            Map.of("NCCL_IB_TC", "NCCL", "UCX_IB_TRAFFIC_CLASS", "UCX");

    private Marks() {}

    static void look(Survey survey) {
        Optional<Lossless> wanted = survey.wanted().flatMap(Cluster::lossless);
        if (wanted.isEmpty()) return;
        for (Host host : survey.wanted().orElseThrow().hosts()) {
            for (JobVariable v : survey.facts().of(host.name(), JobVariable.class)) {
                if (VARIABLES.containsKey(v.name())) look(host.name(), v, wanted.get(), survey);
            }
        }
        for (String machine : survey.facts().machines()) {
            survey.facts().of(machine, LogEvent.class).stream()
                    .filter(e -> e.kind().equals("esx-dscp-force"))
                    // Of several listings the last is how it is now.
                    .reduce((a, b) -> b)
                    .ifPresent(e -> forced(machine, e, wanted.get(), survey));
        }
    }

    /// `dscp_force` of ESXi's nmlx5_rdma: the driver marks all RoCE of its machines with it.
    private static void forced(String machine, LogEvent set, Lossless wanted, Survey survey) {
        int dscp = Integer.parseInt(set.get("dscp"));
        if (dscp == wanted.dscp()) return;
        boolean byteItself = dscp >> 2 == wanted.dscp();
        survey.error(machine.isEmpty() ? set.source().document() : machine)
                .says(
                        "dscp_force="
                                + dscp
                                + (dscp > 63
                                        ? " is no DSCP (0 to 63)"
                                        : " marks all RoCE of the hypervisor's machines")
                                + ", and the lossless class is DSCP "
                                + wanted.dscp())
                .because(
                        byteItself
                                ? "the parameter is the DSCP, and the whole ToS byte was given"
                                : "the driver writes its own DSCP, whatever programs ask for")
                .fix(
                        "`esxcli system module parameters set -a -m nmlx5_rdma -p \"dscp_force="
                                + wanted.dscp()
                                + "\"`, and restart the host")
                .cites(set)
                .explains("roce-lossy-no-pfc", "rdma-loss-counters", "dscp-rewritten-on-hop")
                .report();
    }

    private static void look(String host, JobVariable v, Lossless wanted, Survey survey) {
        int tos = v.value().matches("\\d{1,3}") ? Integer.parseInt(v.value()) : -1;
        if (tos >= 0 && tos <= 255 && tos >> 2 == wanted.dscp()) return;
        int right = wanted.dscp() << 2 | 2;
        boolean plain = tos == wanted.dscp();
        survey.error(host + " " + v.name())
                .says(
                        v.name()
                                + "="
                                + v.value()
                                + (tos < 0
                                        ? " is no traffic class"
                                        : " is DSCP "
                                                + (tos >> 2)
                                                + ", and the lossless class is DSCP "
                                                + wanted.dscp()))
                .because(
                        plain
                                ? "the variable is the whole byte, of which the DSCP is the upper"
                                        + " six bits; the DSCP itself was given"
                                : VARIABLES.getOrDefault(v.name(), "the program")
                                        + " marks its packets with this, whatever the NIC and the"
                                        + " switches are set to")
                .fix(v.name() + "=" + right + " (DSCP " + wanted.dscp() + ", ECN-capable)")
                .cites(v)
                .explains(
                        "roce-lossy-no-pfc",
                        "rdma-loss-counters",
                        "ecn-not-ect",
                        "dscp-rewritten-on-hop")
                .report();
    }
}
