package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.described;
import static io.railhead.checks.SeenClasses.neighbour;
import static io.railhead.checks.SeenClasses.pfc;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.SeenNic;
import io.railhead.checks.SeenPath;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class PfcOneSideOnlyTest implements CheckCases {

    @Override
    public Check check() {
        return new PfcOneSideOnly();
    }

    private static World cable() {
        return World.silent(1).noIntent().with("gpu01", neighbour("eth1", "leaf1", "Ethernet1/7"));
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the switch pauses, the host does not",
                                cable().with("gpu01", pfc("eth1"))
                                        .with("leaf1", pfc("Ethernet1/7", 3)),
                                "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("on for priority 3 at leaf1", "none at gpu01"),
                fires(
                                "the host pauses, the switch does not",
                                cable().with("gpu01", pfc("eth1", 3))
                                        .with("leaf1", pfc("Ethernet1/7")),
                                "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("on for priority 3 at gpu01"),
                fires(
                        "the switch heard the host, whose interface the MAC address tells",
                        World.silent(1)
                                .noIntent()
                                .with(
                                        "gpu01",
                                        SeenNic.named("eth1").mac("02:11:22:33:44:05"),
                                        pfc("eth1", 3))
                                .with(
                                        "leaf1",
                                        neighbour(
                                                "Ethernet1/7",
                                                "gpu01.cluster.example",
                                                "0211.2233.4405"),
                                        pfc("Ethernet1/7")),
                        "gpu01 eth1 <-> leaf1 Ethernet1/7"),
                fires(
                        "the description of the switch port tells where the cable goes",
                        World.silent(1)
                                .noIntent()
                                .with("gpu01", pfc("eth1", 3))
                                .with(
                                        "leaf1",
                                        described("Ethernet1/7", "gpu01 eth1"),
                                        pfc("Ethernet1/7")),
                        "gpu01 eth1 <-> leaf1 Ethernet1/7"),
                fires(
                        "nothing tells where the cable goes, and only two ports were read",
                        World.silent(1)
                                .noIntent()
                                .with("gpu01", pfc("eth1", 3))
                                .with("leaf1", pfc("Ethernet1/7")),
                        "gpu01 eth1 <-> leaf1 Ethernet1/7"),
                quiet(
                        "on for the same priority",
                        cable().with("gpu01", pfc("eth1", 3)).with("leaf1", pfc("Ethernet1/7", 3))),
                quiet(
                        "off on both: another check's business",
                        cable().with("gpu01", pfc("eth1")).with("leaf1", pfc("Ethernet1/7"))),
                fires(
                        "between two switches",
                        SeenPath.cable()
                                .with("gpu01", pfc("eth1", 3))
                                .with("leaf1", pfc(SeenPath.LEAF, 3), pfc("Ethernet1/49", 3))
                                .with(
                                        "leaf2",
                                        pfc("Ethernet64"),
                                        neighbour("Ethernet64", "leaf1", "Ethernet1/49")),
                        "leaf2 Ethernet64 <-> leaf1 Ethernet1/49"),
                notChecked(
                        "two ports of the switch, and nothing tells which is the host's",
                        World.silent(1)
                                .noIntent()
                                .with("gpu01", pfc("eth1", 3))
                                .with("leaf1", pfc("Ethernet1/7"), pfc("Ethernet1/8"))),
                notChecked("the switch was not asked", cable().with("gpu01", pfc("eth1", 3))));
    }
}
