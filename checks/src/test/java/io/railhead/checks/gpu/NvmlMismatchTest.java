package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NvmlMismatchTest implements CheckCases {

    @Override
    public Check check() {
        return new NvmlMismatch();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "upgraded under a loaded module",
                                World.pair()
                                        .unavailable(
                                                "gpu02",
                                                "nvidia-smi -q",
                                                "Failed to initialize NVML: Driver/library version mismatch"),
                                "gpu02")
                        .saying("upgraded while the old module is loaded"),
                quiet("GPUs answer", World.pair().everywhere(gpu(0))),
                quiet(
                        "no nvidia-smi is another matter",
                        World.pair().unavailable("gpu02", "nvidia-smi -q", "not installed")));
    }
}
