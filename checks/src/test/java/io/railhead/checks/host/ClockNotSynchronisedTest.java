package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.clock;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.Optional;
import java.util.stream.Stream;

final class ClockNotSynchronisedTest implements CheckCases {

    @Override
    public Check check() {
        return new ClockNotSynchronised();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "one is not",
                        World.pair()
                                .with("gpu01", clock(0, 5, Optional.of(true)))
                                .with("gpu02", clock(0, 5, Optional.of(false))),
                        "gpu02"),
                quiet("both are", World.pair().everywhere(clock(0, 5, Optional.of(true)))),
                notChecked("nobody says", World.pair().everywhere(clock(0, 5, Optional.empty())))
                        .saying("neither systemd-timesyncd nor chrony"));
    }
}
