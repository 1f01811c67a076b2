package io.railhead.checks.config;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.cloudInit;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class CloudInitOverwritesTest implements CheckCases {

    @Override
    public Check check() {
        return new CloudInitOverwrites();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "installed and not disabled",
                        World.pair()
                                .everywhere(cloudInit(true, true))
                                .with("gpu01", cloudInit(true, false)),
                        "gpu01"),
                quiet("disabled", World.pair().everywhere(cloudInit(true, true))),
                quiet("not installed", World.pair().everywhere(cloudInit(false, false))),
                quiet(
                        "netplan is not used and not wanted",
                        World.pair().policy(Netplans::none).everywhere(cloudInit(true, false))),
                notChecked("nothing read", World.pair()));
    }
}
