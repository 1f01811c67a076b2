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

final class GpuThermalSlowdownTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuThermalSlowdown();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "by hardware",
                                World.pair()
                                        .everywhere(gpu(0))
                                        .with("gpu02", gpu(0).throttle("HW Thermal Slowdown")),
                                "gpu02 GPU 0")
                        .saying("35 °C", "severity=ERROR"),
                fires(
                                "by the driver",
                                World.pair()
                                        .everywhere(gpu(0))
                                        .with("gpu02", gpu(0).throttle("SW Thermal Slowdown")),
                                "gpu02 GPU 0")
                        .saying("severity=WARNING"),
                quiet("cool", World.pair().everywhere(gpu(0))),
                notChecked(
                        "no reasons given", World.pair().everywhere(gpu(0).noThrottleReasons())));
    }
}
