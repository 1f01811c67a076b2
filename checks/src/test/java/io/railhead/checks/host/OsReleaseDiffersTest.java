package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.os;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class OsReleaseDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new OsReleaseDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a release behind",
                                World.of(3)
                                        .everywhere(os("ubuntu", "24.04"))
                                        .with("gpu01", os("ubuntu", "22.04")),
                                "gpu01")
                        .saying("ubuntu 22.04, while 2 of 3"),
                quiet("all alike", World.of(3).everywhere(os("ubuntu", "24.04"))),
                notChecked("no release read", World.pair()));
    }
}
