package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.service;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class ServiceFailedTest implements CheckCases {

    @Override
    public Check check() {
        return new ServiceFailed();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a unit that failed",
                                World.pair()
                                        .everywhere(service("slurmd.service", "active", "infinity"))
                                        .with(
                                                "gpu02",
                                                service("roce-qos.service", "failed", "8388608")),
                                "gpu02 roce-qos.service")
                        .saying("has failed"),
                quiet(
                        "all active",
                        World.pair().everywhere(service("slurmd.service", "active", "infinity"))),
                quiet(
                        "one that is not wanted",
                        World.pair().everywhere(service("docker.service", "inactive", "infinity"))),
                notChecked(
                                "no systemd",
                                World.pair()
                                        .unavailable("gpu01", "systemctl show", "not installed"))
                        .saying("systemctl show: not installed"));
    }
}
