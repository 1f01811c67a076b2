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
import static io.railhead.checks.SeenRdma.portCounters;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.SeenPath;
import io.railhead.checks.World;
import java.util.Map;
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
                fires(
                                "counted: marks came, and nothing was sent",
                                SeenPath.cable()
                                        .with(
                                                "gpu01",
                                                dcqcn("eth1", 3, true, true),
                                                portCounters(
                                                        "mlx5_0",
                                                        Map.of(),
                                                        Map.of(
                                                                "np_ecn_marked_roce_packets",
                                                                40_300L,
                                                                "np_cnp_sent",
                                                                0L)))
                                        .with("leaf1", ecn(SeenPath.LEAF, true, 3)),
                                "gpu01 mlx5_0")
                        .saying("40,300 packets"),
                notChecked(
                        "the kernel's driver shows no DCQCN",
                        cable().with("gpu01", pfc("eth1", 3))
                                .with("leaf1", described("Ethernet1/7", "x"), ecn("", true))));
    }
}
