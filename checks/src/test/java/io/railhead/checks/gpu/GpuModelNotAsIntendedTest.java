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

final class GpuModelNotAsIntendedTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuModelNotAsIntended();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "A100 where H100 is wanted",
                                World.pair()
                                        .wantsGpus(1, "H100")
                                        .everywhere(gpu(0))
                                        .with("gpu02", gpu(0).name("NVIDIA A100-SXM4-80GB")),
                                "gpu02")
                        .saying("NVIDIA A100-SXM4-80GB, wanted H100"),
                quiet(
                        "as wanted, in other words",
                        World.pair().wantsGpus(1, "H100 80GB").everywhere(gpu(0))),
                quiet("no model wanted", World.pair().everywhere(gpu(0))),
                notChecked("no GPU read", World.pair().wantsGpus(1, "H100")));
    }
}
