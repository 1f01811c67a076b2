package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;
import static io.railhead.checks.Seen.module;
import static io.railhead.checks.Seen.pci;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.SeenPci;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class GpuDriverMissingTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuDriverMissing();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a GPU and only nouveau",
                                World.of(1).everywhere(card("nouveau"), module("nouveau")),
                                "gpu01")
                        .saying("bound to nouveau"),
                quiet(
                        "the driver is loaded and answers",
                        World.of(1).everywhere(card("nvidia"), module("nvidia"), gpu(0))),
                quiet(
                        "loaded and silent: another fault",
                        World.of(1).everywhere(card("nvidia"), module("nvidia"))),
                quiet("no GPU on the bus", World.of(1).everywhere(module("mlx5_core"))),
                notChecked("modules not read", World.of(1).everywhere(card(""))));
    }

    private static SeenPci card(String driver) {
        return pci("0000:0a:00.0", "3D controller", "NVIDIA Corporation GH100 [H100 SXM5 80GB]")
                .driver(driver);
    }
}
