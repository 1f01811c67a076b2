package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;
import static io.railhead.checks.Seen.pci;
import static io.railhead.checks.SeenLinks.driver;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.SeenPci;
import io.railhead.checks.World;
import java.util.OptionalInt;
import java.util.stream.Stream;

final class PcieLinkDowngradedTest implements CheckCases {

    @Override
    public Check check() {
        return new PcieLinkDowngraded();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "half the lanes of a rail's card",
                                World.pair()
                                        .everywhere(
                                                cx7(),
                                                driver("eth1", "mlx5_core", "24.10", "28.41.1000"))
                                        .with("gpu02", cx7().runsAt(32, 8)),
                                "gpu02 0000:17:00.0")
                        .saying(
                                "Gen5 x8 (252 Gb/s raw), it can Gen5 x16 (504)",
                                "severity=ERROR",
                                "not fully seated"),
                fires(
                                "a slot that can no more",
                                World.pair()
                                        .everywhere(cx7())
                                        .with("gpu02", cx7().runsAt(8, 8).slotTakes(8, 8)),
                                "gpu02 0000:17:00.0")
                        .saying("the slot can no more (Gen3 x8)", "63 Gb/s", "severity=WARNING"),
                fires(
                                "trained down, slot unknown",
                                World.pair()
                                        .everywhere(cx7())
                                        .with("gpu01", cx7().runsAt(8, 16).slotUnknown()),
                                "gpu01 0000:17:00.0")
                        .saying("Gen3 x16 (126 Gb/s raw)"),
                fires(
                                "a GPU on eight lanes",
                                World.pair()
                                        .everywhere(cx7(), gpu(0))
                                        .with("gpu01", gpu(0).pcie(1, OptionalInt.of(8))),
                                "gpu01 GPU 0 (00000000:10:00.0)")
                        .saying("Gen1 x8, GPU and slot can Gen5 x16"),
                fires(
                                "a GPU that stays slow under load",
                                World.pair()
                                        .everywhere(cx7(), gpu(0))
                                        .with(
                                                "gpu01",
                                                gpu(0).pcie(1, OptionalInt.of(16)).load(500, 98)),
                                "gpu01 GPU 0 (00000000:10:00.0)")
                        .saying("under load"),
                quiet("all at full width and speed", World.pair().everywhere(cx7(), gpu(0))),
                quiet(
                        "an idle GPU lowers its speed",
                        World.pair().everywhere(cx7(), gpu(0).pcie(1, OptionalInt.of(16)))),
                quiet(
                        "a virtual function has no link",
                        World.pair()
                                .everywhere(
                                        pci(
                                                        "0000:17:00.2",
                                                        "Ethernet controller",
                                                        "Mellanox ConnectX Virtual Function")
                                                .runsAt(0, 0))),
                notChecked("the bus was not read", World.pair()));
    }

    private static SeenPci cx7() {
        return pci("0000:17:00.0", "Ethernet controller", "Mellanox MT2910 [ConnectX-7]");
    }
}
