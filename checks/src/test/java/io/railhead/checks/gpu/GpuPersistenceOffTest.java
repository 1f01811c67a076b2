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

final class GpuPersistenceOffTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuPersistenceOff();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "off",
                        World.pair()
                                .everywhere(gpu(0))
                                .with("gpu01", gpu(0).persistence(Optional.of(false))),
                        "gpu01 GPU 0"),
                quiet("on", World.pair().everywhere(gpu(0))),
                notChecked(
                        "not told", World.pair().everywhere(gpu(0).persistence(Optional.empty()))));
    }
}
