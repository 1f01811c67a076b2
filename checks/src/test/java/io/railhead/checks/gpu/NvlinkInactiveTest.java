package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenGpus.nvlink;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NvlinkInactiveTest implements CheckCases {

    @Override
    public Check check() {
        return new NvlinkInactive();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one link of two down",
                                World.of(1)
                                        .everywhere(
                                                nvlink(0, 0, true),
                                                nvlink(0, 1, true),
                                                nvlink(1, 0, true),
                                                nvlink(1, 1, false)),
                                "gpu01 GPU 1")
                        .saying("1 of 2 NVLinks are down"),
                quiet("all up", World.of(1).everywhere(nvlink(0, 0, true), nvlink(0, 1, true))),
                quiet(
                        "no bridge fitted at all",
                        World.of(1).everywhere(nvlink(0, 0, false), nvlink(1, 0, false))),
                quiet("GPUs without NVLink", World.of(1)));
    }
}
