package io.railhead.checks.lossless;

import io.railhead.checks.Survey;
import io.railhead.model.fact.JobVariable;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Lossless;
import java.util.Map;
import java.util.Optional;

/// The traffic class that programs are given by files of a host: the first step of a packet.
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
