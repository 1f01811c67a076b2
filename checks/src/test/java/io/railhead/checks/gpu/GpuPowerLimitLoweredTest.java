package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class GpuPowerLimitLoweredTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuPowerLimitLowered();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "lowered to 400 W",
                                World.pair().everywhere(gpu(0)).with("gpu02", gpu(0).limit(400)),
                                "gpu02 GPU 0")
                        .saying("400 W, the board's own is 700 W"),
                quiet("the board's own", World.pair().everywhere(gpu(0))),
                quiet("no GPUs", World.pair()),
                notChecked("GPUs wanted and none read", World.pair().wantsGpus(2, "H100")));
    }
}
