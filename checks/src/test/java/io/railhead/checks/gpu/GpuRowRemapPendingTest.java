package io.railhead.checks.gpu;

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

final class GpuRowRemapPendingTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuRowRemapPending();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "pending",
                        World.pair()
                                .everywhere(gpu(0))
                                .with("gpu01", gpu(0).remap(Optional.of(true), Optional.of(false))),
                        "gpu01 GPU 0"),
                quiet("none pending", World.pair().everywhere(gpu(0))),
                notChecked(
                        "an older GPU",
                        World.pair().everywhere(gpu(0).remap(Optional.empty(), Optional.empty()))));
    }
}
