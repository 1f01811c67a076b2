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

final class GpusUnequalTest implements CheckCases {

    @Override
    public Check check() {
        return new GpusUnequal();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "two models in one host",
                                World.pair()
                                        .everywhere(gpu(0), gpu(1))
                                        .with("gpu01", gpu(1).name("NVIDIA H200")),
                                "gpu01")
                        .saying("1 NVIDIA H100 80GB HBM3, 1 NVIDIA H200"),
                fires(
                                "one host has one less",
                                World.of(3)
                                        .everywhere(gpu(0), gpu(1))
                                        .without("gpu03", "nvidia-smi")
                                        .with("gpu03", gpu(0)),
                                "gpu03")
                        .saying("has 1 GPUs, while 2 of 3 twins have 2 GPUs"),
                quiet("all alike", World.of(3).everywhere(gpu(0), gpu(1))),
                quiet("no GPUs", World.pair()),
                notChecked("GPUs wanted and none read", World.pair().wantsGpus(2, "H100")));
    }
}
