package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.lossless.Rises.microsPaused;
import static io.railhead.checks.lossless.Rises.pausesHeard;
import static io.railhead.checks.lossless.Rises.pausesSent;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class PauseHighTest implements CheckCases {

    @Override
    public Check check() {
        return new PauseHigh();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "stopped for a fifth of the time",
                                World.pair().with("gpu01", microsPaused(0, 2_000_000)),
                                "gpu01 eth1")
                        .saying("stopped 20% of the time"),
                fires(
                                "frames alone",
                                World.pair().with("leaf1", pausesSent(0, 200_000)),
                                "leaf1 swp1")
                        .saying("20,000/s"),
                quiet(
                        "short pauses",
                        World.pair().with("gpu01", pausesHeard(0, 900), microsPaused(0, 90_000))));
    }
}
