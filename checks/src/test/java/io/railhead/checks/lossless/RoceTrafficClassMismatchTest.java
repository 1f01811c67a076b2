package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.described;
import static io.railhead.checks.SeenClasses.dscp;
import static io.railhead.checks.SeenClasses.neighbour;
import static io.railhead.checks.SeenClasses.noRule;
import static io.railhead.checks.SeenClasses.pfc;
import static io.railhead.checks.SeenClasses.qosGroup;
import static io.railhead.checks.SeenClasses.queue;
import static io.railhead.checks.SeenClasses.trust;
import static io.railhead.checks.SeenJobs.variable;
import static io.railhead.checks.SeenLinks.counters;
import static io.railhead.checks.SeenLinks.driver;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Given;
import io.railhead.checks.Seen;
import io.railhead.checks.SeenPath;
import io.railhead.checks.World;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.End;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import java.util.Map;
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
                fires(
                                "what no rule names is in the class, at the host",
                                quietPath().with("gpu01", byDefault(3)),
                                "gpu01 eth1")
                        .saying("default-prio", "without loss"),
                quiet("what no rule names is elsewhere", quietPath().with("gpu01", byDefault(1))),
                fires(
                                "unmarked packets are in the class, at the switch",
                                quietPath()
                                        .with(
                                                "leaf1",
                                                SeenPath.map(
                                                        SeenPath.LEAF,
                                                        PriorityMap.Kind.DSCP_TO_PRIORITY,
                                                        "dscp2prio",
                                                        26,
                                                        3,
                                                        0,
                                                        3)),
                                "leaf1 " + SeenPath.LEAF)
                        .saying("DSCP 0", "priority 3"),
                fires(
                                "a hypervisor marks with another DSCP than the intent's",
                                quietPath().with("esx1", forced("24")),
                                "esx1")
                        .saying("dscp_force=24", "DSCP 26"),
                fires(
                                "a hypervisor was given the byte for the DSCP",
                                quietPath().with("esx1", forced("104")),
                                "esx1")
                        .saying("no DSCP"),
                quiet("a hypervisor marks as wanted", quietPath().with("esx1", forced("26"))),
                quiet(
                        "a map of mlx5 without a rule is not in use",
                        quietPath()
                                .with(
                                        "gpu01",
                                        dscp("eth1", 26, 1),
                                        noRule("eth1"),
                                        driver("eth1", "mlx5_core", "6.8", "28.39"))),
                fires(
                        "what another driver does without a rule is not known: its map counts",
                        quietPath()
                                .with(
                                        "gpu01",
                                        dscp("eth1", 26, 1),
                                        noRule("eth1"),
                                        driver("eth1", "bnxt_en", "6.8", "230")),
                        "gpu01 eth1"),
                quiet(
                        "the whole way as it should be",
                        quietPath().with("gpu01", variable("/etc/nccl.conf", "NCCL_IB_TC", "106"))),
                notChecked(
                        "no cable known",
                        World.silent(1).noIntent().with("gpu01", pfc("eth1", 3))));
    }

    private static Seen byDefault(int priority) {
        return Seen.of(
                Given.of(
                        "dcb app show dev eth1 default-prio",
                        "",
                        "default-prio " + priority,
                        s ->
                                new AppPriority(
                                        "eth1",
                                        End.OWN,
                                        AppPriority.Selector.DEFAULT,
                                        0,
                                        priority,
                                        "default-prio",
                                        s)));
    }

    private static Seen forced(String dscp) {
        return Seen.of(
                Given.of(
                        "esxcli system module parameters list -m nmlx5_rdma",
                        "",
                        "dscp_force int " + dscp,
                        s ->
                                new LogEvent(
                                        "esx-dscp-force",
                                        "",
                                        Map.of("dscp", dscp),
                                        "dscp_force int " + dscp,
                                        1,
                                        s.firstLine(),
                                        s)));
    }
}
