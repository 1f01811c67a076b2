package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.dcqcn;
import static io.railhead.checks.SeenClasses.described;
import static io.railhead.checks.SeenClasses.ecn;
import static io.railhead.checks.SeenClasses.neighbour;
import static io.railhead.checks.SeenClasses.pfc;
import static io.railhead.checks.SeenClasses.queue;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.SeenPath;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class EcnNotEnabledOnQueueTest implements CheckCases {

    @Override
    public Check check() {
        return new EcnNotEnabledOnQueue();
    }

    private static World cable() {
        return World.silent(1).noIntent().with("gpu01", neighbour("eth1", "leaf1", "Ethernet1/7"));
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "no profile at the switch",
                                cable().with("gpu01", pfc("eth1", 3), dcqcn("eth1", 3, true, true))
                                        .with("leaf1", ecn("", false)),
                                "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("queue 3 of leaf1 marks nothing"),
                fires(
                        "another queue marks",
                        cable().with("gpu01", pfc("eth1", 3), dcqcn("eth1", 3, true, true))
                                .with(
                                        "leaf1",
                                        queue("Ethernet1/7", 3, 5),
                                        ecn("Ethernet1/7", true, 3)),
                        "gpu01 eth1 <-> leaf1 Ethernet1/7"),
                quiet(
                        "its queue marks",
                        cable().with("gpu01", pfc("eth1", 3), dcqcn("eth1", 3, true, true))
                                .with("leaf1", ecn("Ethernet1/7", true, 0, 3))),
                quiet(
                        "the NIC does not react anyway",
                        cable().with("gpu01", pfc("eth1", 3), dcqcn("eth1", 3, false, false))
                                .with("leaf1", ecn("Ethernet1/7", false))),
                fires(
                                "with an intent each switch port is held against it",
                                SeenPath.cable().with("leaf1", ecn(SeenPath.LEAF, false, 3)),
                                "leaf1 " + SeenPath.LEAF)
                        .saying("marks nothing"),
                quiet(
                        "with an intent, as wanted",
                        SeenPath.cable().with("leaf1", ecn(SeenPath.LEAF, true, 3))),
                notChecked(
                        "the kernel's driver shows no DCQCN",
                        cable().with("gpu01", pfc("eth1", 3))
                                .with("leaf1", described("Ethernet1/7", "x"), ecn("", false))));
    }
}
