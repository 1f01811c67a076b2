package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.OptionalLong;
import java.util.stream.Stream;

final class GpuEccTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuEcc();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "three errors",
                                World.pair()
                                        .everywhere(gpu(0))
                                        .with("gpu02", gpu(0).ecc(OptionalLong.of(3))),
                                "gpu02 GPU 0")
                        .saying("3 uncorrectable"),
                quiet("none", World.pair().everywhere(gpu(0))),
                quiet("no GPUs", World.pair()),
                notChecked("ECC is off", World.pair().everywhere(gpu(0).ecc(OptionalLong.empty()))),
                notChecked("GPUs wanted and none read", World.pair().wantsGpus(2, "H100")));
    }
}
