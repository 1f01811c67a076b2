package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.Optional;
import java.util.stream.Stream;

final class GpuDriverDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuDriverDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one is behind",
                                World.of(3)
                                        .everywhere(gpu(0))
                                        .with("gpu02", gpu(0).driver(Optional.of("570.86.15"))),
                                "gpu02")
                        .saying("GPU driver 570.86.15, while 2 of 3 twins have 580.95.05"),
                quiet("all alike", World.of(3).everywhere(gpu(0))),
                quiet("no GPUs wanted and none seen", World.pair()),
                notChecked(
                        "the version is not said",
                        World.pair().everywhere(gpu(0).driver(Optional.empty()))),
                notChecked("GPUs wanted and nothing read", World.pair().wantsGpus(8, "H100")));
    }
}
