package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.route;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RailRouteWrongDeviceTest implements CheckCases {

    @Override
    public Check check() {
        return new RailRouteWrongDevice();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "management carries the rail's network",
                                World.pair()
                                        .everywhere(
                                                route("10.10.0.0/24", "eth1"),
                                                route("10.10.1.0/24", "eth2"))
                                        .without("gpu02", "ip -j route")
                                        .with("gpu02", route("10.10.0.0/24", "eth0")),
                                "gpu02 eth1")
                        .saying("through eth0 instead of eth1"),
                quiet(
                        "each rail through its port",
                        World.pair()
                                .everywhere(
                                        route("default", "eth0"),
                                        route("10.10.0.0/24", "eth1"),
                                        route("10.10.1.0/24", "eth2"))),
                notChecked("no routes read", World.pair()));
    }
}
