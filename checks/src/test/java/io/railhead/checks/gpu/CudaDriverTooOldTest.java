package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;
import static io.railhead.checks.Seen.installed;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.Optional;
import java.util.stream.Stream;

final class CudaDriverTooOldTest implements CheckCases {

    @Override
    public Check check() {
        return new CudaDriverTooOld();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "toolkit 13 on a driver for 12",
                                World.pair()
                                        .everywhere(
                                                gpu(0), installed("cuda-toolkit-13-0", "13.0.1-1"))
                                        .with("gpu01", gpu(0).driver(Optional.of("570.86.15"))),
                                "gpu01")
                        .saying("serves CUDA up to 12.8"),
                quiet(
                        "a newer minor of the same major works",
                        World.pair()
                                .everywhere(
                                        gpu(0).driver(Optional.of("570.86.15")),
                                        installed("cuda-toolkit-12-9", "12.9.0-1"))),
                quiet("no toolkit", World.pair().everywhere(gpu(0), installed("bash", "5.2"))),
                quiet("no GPUs", World.pair()),
                notChecked("GPUs wanted and none read", World.pair().wantsGpus(8, "H100")));
    }
}
