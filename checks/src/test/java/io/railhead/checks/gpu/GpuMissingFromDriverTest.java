package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;
import static io.railhead.checks.Seen.pci;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.SeenPci;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class GpuMissingFromDriverTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuMissingFromDriver();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one of two fell off",
                                World.pair()
                                        .everywhere(gpu(0), gpu(1), card("0a"), card("0b"))
                                        .without("gpu02", "nvidia-smi")
                                        .with("gpu02", gpu(0)),
                                "gpu02")
                        .saying("lspci shows 2 GPUs, the driver 1"),
                fires(
                                "one that no longer answers",
                                World.pair()
                                        .everywhere(gpu(0), card("0a"))
                                        .with("gpu01", card("0a").revision("ff")),
                                "gpu01")
                        .saying("rev ff"),
                quiet("bus and driver agree", World.pair().everywhere(gpu(0), card("0a"))),
                quiet(
                        "no GPUs",
                        World.pair()
                                .everywhere(
                                        pci(
                                                "0000:17:00.0",
                                                "Ethernet controller",
                                                "Mellanox MT2910"))),
                notChecked(
                        "a GPU on the bus and no nvidia-smi", World.pair().everywhere(card("0a"))),
                notChecked("no lspci", World.pair().everywhere(gpu(0))));
    }

    private static SeenPci card(String bus) {
        return pci(
                        "0000:" + bus + ":00.0",
                        "3D controller",
                        "NVIDIA Corporation GH100 [H100 SXM5 80GB]")
                .driver("nvidia");
    }
}
