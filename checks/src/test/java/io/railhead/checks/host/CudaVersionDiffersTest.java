package io.railhead.checks.host;

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

final class CudaVersionDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new CudaVersionDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a toolkit behind",
                                World.of(3)
                                        .everywhere(
                                                gpu(0), installed("cuda-toolkit-12-8", "12.8.1-1"))
                                        .without("gpu03", "dpkg-query")
                                        .with("gpu03", installed("cuda-toolkit-12-4", "12.4.0-1")),
                                "gpu03")
                        .saying("cuda-toolkit-12-4"),
                fires(
                                "drivers that serve different versions",
                                World.pair()
                                        .with("gpu01", gpu(0))
                                        .with("gpu02", gpu(0).driver(Optional.of("570.86.15"))),
                                "gpu01 <-> gpu02")
                        .saying("13.0 on gpu01, 12.8 on gpu02"),
                quiet(
                        "all alike",
                        World.of(3).everywhere(gpu(0), installed("cuda-toolkit-12-8", "12.8.1-1"))),
                quiet("no GPUs", World.pair()),
                notChecked("GPUs wanted and nothing read", World.pair().wantsGpus(8, "H100")));
    }
}
