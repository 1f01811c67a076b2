package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.installed;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RdmaCoreDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new RdmaCoreDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one is behind",
                                World.of(3)
                                        .everywhere(installed("libibverbs1", "56.0-2"))
                                        .with("gpu02", installed("libibverbs1", "50.0-2")),
                                "gpu02 libibverbs1")
                        .saying("50.0-2, while 2 of 3"),
                quiet("all alike", World.of(3).everywhere(installed("libibverbs1", "56.0-2"))),
                notChecked("no packages read", World.pair()));
    }
}
