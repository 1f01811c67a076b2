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

final class GpuSwPowerCapTest implements CheckCases {

    @Override
    public Check check() {
        return new GpuSwPowerCap();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "capped far below the limit",
                                World.pair()
                                        .everywhere(gpu(0))
                                        .with(
                                                "gpu01",
                                                gpu(0).load(300, 100).throttle("SW Power Cap")),
                                "gpu01 GPU 0")
                        .saying("300 W drawn, limit 700 W", "the platform"),
                fires(
                                "the limit was lowered",
                                World.pair()
                                        .everywhere(gpu(0))
                                        .with(
                                                "gpu01",
                                                gpu(0).load(400, 100)
                                                        .limit(400)
                                                        .throttle("SW Power Cap")),
                                "gpu01 GPU 0")
                        .saying("was lowered"),
                quiet(
                        "at full draw the cap is normal",
                        World.pair().everywhere(gpu(0).load(695, 100).throttle("SW Power Cap"))),
                quiet("not capped", World.pair().everywhere(gpu(0))),
                notChecked(
                        "no reasons given", World.pair().everywhere(gpu(0).noThrottleReasons())));
    }
}
