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

final class GpuCountBelowIntentTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuCountBelowIntent();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one of two missing",
                                World.pair()
                                        .wantsGpus(2, "H100")
                                        .everywhere(gpu(0), gpu(1))
                                        .without("gpu02", "nvidia-smi")
                                        .with("gpu02", gpu(0)),
                                "gpu02")
                        .saying("shows 1 GPUs, wanted 2", "severity=ERROR"),
                fires(
                                "more than wanted",
                                World.pair().wantsGpus(1, "H100").everywhere(gpu(0), gpu(1)),
                                "gpu01",
                                "gpu02")
                        .saying("severity=WARNING"),
                quiet("as wanted", World.pair().wantsGpus(2, "H100").everywhere(gpu(0), gpu(1))),
                quiet("no GPUs wanted", World.pair()),
                notChecked(
                                "no nvidia-smi",
                                World.pair()
                                        .wantsGpus(2, "H100")
                                        .unavailable("gpu01", "nvidia-smi -q", "not installed"))
                        .saying("gpu01", "nvidia-smi: not installed"));
    }
}
