package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.described;
import static io.railhead.checks.SeenClasses.dscp;
import static io.railhead.checks.SeenClasses.neighbour;
import static io.railhead.checks.SeenClasses.pfc;
import static io.railhead.checks.SeenClasses.qosGroup;
import static io.railhead.checks.SeenClasses.queue;
import static io.railhead.checks.SeenClasses.trust;
import static io.railhead.checks.SeenJobs.variable;
import static io.railhead.checks.SeenLinks.counters;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Seen;
import io.railhead.checks.SeenPath;
import io.railhead.checks.World;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import java.util.stream.Stream;

final class RoceTrafficClassMismatchTest implements CheckCases {

    @Override
    public Check check() {
        return new RoceTrafficClassMismatch();
    }

    private static World cable() {
        return World.silent(1).noIntent().with("gpu01", neighbour("eth1", "leaf1", "Ethernet1/7"));
    }

    private static Seen sent(long inClass) {
        return counters(
                "eth1", "tx_prio3_packets", inClass, "tx_vport_rdma_unicast_packets", 90_000_000L);
    }

    private static World quietPath() {
        return SeenPath.cable()
                .with("gpu01", dscp("eth1", 26, 3), sent(90_000_000))
                .with("leaf1", dscp(SeenPath.LEAF, 26, 3), queue(SeenPath.LEAF, 3, 3));
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "DSCP 26 is lossless at the host and lossy at the switch",
                                cable().with("gpu01", dscp("eth1", 26, 3))
                                        .with("leaf1", dscp("", 26, 1)),
                                "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("DSCP 26", "priority 3 at the host and in 1 at the switch"),
                fires(
                        "by way of QoS groups",
                        cable().with("gpu01", dscp("eth1", 26, 3))
                                .with(
                                        "leaf1",
                                        qosGroup("Ethernet1/7", 26, 5),
                                        queue("Ethernet1/7", 5, 5)),
                        "gpu01 eth1 <-> leaf1 Ethernet1/7"),
                quiet(
                        "a QoS group of another number, paused with the same priority",
                        cable().with("gpu01", dscp("eth1", 26, 3))
                                .with(
                                        "leaf1",
                                        qosGroup("Ethernet1/7", 26, 5),
                                        queue("Ethernet1/7", 3, 5))),
                quiet(
                        "the same",
                        cable().with("gpu01", dscp("eth1", 26, 3))
                                .with("leaf1", dscp("Ethernet1/7", 26, 3))),
                quiet(
                        "the host trusts PCP, so its map is not in use",
                        cable().with(
                                        "gpu01",
                                        dscp("eth1", 26, 3),
                                        trust("eth1", PortTrust.Field.PCP))
                                .with("leaf1", dscp("Ethernet1/7", 26, 1))),
                notChecked(
                        "a QoS group, and no word on which priority pauses it",
                        cable().with("gpu01", dscp("eth1", 26, 3))
                                .with("leaf1", qosGroup("Ethernet1/7", 26, 3))),
                notChecked(
                        "no map of the switch",
                        cable().with("gpu01", dscp("eth1", 26, 3))
                                .with(
                                        "leaf1",
                                        described("Ethernet1/7", "spare"),
                                        pfc("Ethernet1/7", 3))),
                fires(
                                "a switch port that matches no such DSCP",
                                SeenPath.cable()
                                        .with("gpu01", dscp("eth1", 26, 3))
                                        .with(
                                                "leaf1",
                                                SeenPath.map(
                                                        SeenPath.LEAF,
                                                        PriorityMap.Kind.DSCP_TO_PRIORITY,
                                                        "set qos-group")),
                                "leaf1 " + SeenPath.LEAF)
                        .saying("none matches it"),
                fires(
                                "its queue is not the one that pause stops",
                                SeenPath.cable()
                                        .with("gpu01", dscp("eth1", 26, 3), sent(90_000_000))
                                        .with(
                                                "leaf1",
                                                dscp(SeenPath.LEAF, 26, 3),
                                                queue(SeenPath.LEAF, 3, 1),
                                                SeenPath.map(
                                                        SeenPath.LEAF,
                                                        PriorityMap.Kind.PRIORITY_PAUSES_QUEUE,
                                                        "pfc",
                                                        3,
                                                        3)),
                                "leaf1 " + SeenPath.LEAF)
                        .saying("stops queue 3"),
                fires(
                        "the DSCP given for the traffic class",
                        quietPath().with("gpu01", variable("/etc/nccl.conf", "NCCL_IB_TC", "26")),
                        "gpu01 NCCL_IB_TC"),
                fires(
                                "what is sent is not in the class",
                                quietPath().with("gpu01", sent(12)),
                                "gpu01 eth1")
                        .saying("12 packets in priority 3"),
                quiet(
                        "the whole way as it should be",
                        quietPath().with("gpu01", variable("/etc/nccl.conf", "NCCL_IB_TC", "106"))),
                notChecked(
                        "no cable known",
                        World.silent(1).noIntent().with("gpu01", pfc("eth1", 3))));
    }
}
