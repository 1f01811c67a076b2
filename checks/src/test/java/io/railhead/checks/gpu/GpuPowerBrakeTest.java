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

final class GpuPowerBrakeTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuPowerBrake();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "the brake is on",
                        World.pair()
                                .everywhere(gpu(0))
                                .with(
                                        "gpu02",
                                        gpu(0).throttle("HW Power Brake Slowdown")
                                                .throttle("HW Slowdown")),
                        "gpu02 GPU 0"),
                quiet("off", World.pair().everywhere(gpu(0))),
                notChecked(
                        "no reasons given", World.pair().everywhere(gpu(0).noThrottleReasons())));
    }
}
