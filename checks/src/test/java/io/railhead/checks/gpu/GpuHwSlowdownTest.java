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

final class GpuHwSlowdownTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuHwSlowdown();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "slowed",
                        World.pair()
                                .everywhere(gpu(0))
                                .with("gpu02", gpu(0).throttle("HW Slowdown")),
                        "gpu02 GPU 0"),
                quiet("not slowed", World.pair().everywhere(gpu(0))),
                quiet(
                        "by the power brake: another finding",
                        World.pair()
                                .everywhere(
                                        gpu(0).throttle("HW Slowdown")
                                                .throttle("HW Power Brake Slowdown"))),
                notChecked(
                        "no reasons given", World.pair().everywhere(gpu(0).noThrottleReasons())));
    }
}
