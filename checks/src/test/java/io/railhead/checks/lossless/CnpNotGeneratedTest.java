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
import io.railhead.checks.World;
import java.util.stream.Stream;

final class CnpNotGeneratedTest implements CheckCases {

    @Override
    public Check check() {
        return new CnpNotGenerated();
    }

    private static World cable() {
        return World.silent(1).noIntent().with("gpu01", neighbour("eth1", "leaf1", "Ethernet1/7"));
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the notification point is off",
                                cable().with("gpu01", pfc("eth1", 3), dcqcn("eth1", 3, false, true))
                                        .with("leaf1", ecn("Ethernet1/7", true, 3)),
                                "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("sends no CNP for priority 3", "roce_np/enable/3"),
                quiet(
                        "it is on",
                        cable().with("gpu01", pfc("eth1", 3), dcqcn("eth1", 3, true, true))
                                .with("leaf1", ecn("Ethernet1/7", true, 3))),
                quiet(
                        "the switch does not mark that queue",
                        cable().with("gpu01", pfc("eth1", 3), dcqcn("eth1", 3, false, true))
                                .with(
                                        "leaf1",
                                        queue("Ethernet1/7", 3, 5),
                                        ecn("Ethernet1/7", true, 3))),
                notChecked(
                        "the kernel's driver shows no DCQCN",
                        cable().with("gpu01", pfc("eth1", 3))
                                .with("leaf1", described("Ethernet1/7", "x"), ecn("", true))));
    }
}
