package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;
import static io.railhead.checks.SeenLinks.route;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RailRouteMissingTest implements CheckCases {
    @Override
    public Check check() {
        return new RailRouteMissing();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the route was deleted",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                route("10.10.1.0/24", "eth2"),
                                                route("default", "eth0"))
                                        .with(
                                                "gpu02",
                                                route("10.10.0.0/24", "eth1"),
                                                route("10.10.1.0/24", "eth2")),
                                "gpu01 eth1")
                        .saying("default route through eth0"),
                quiet(
                        "each rail has its own",
                        World.pair()
                                .everywhere(
                                        route("10.10.0.0/24", "eth1"),
                                        route("10.10.1.0/24", "eth2"))),
                quiet(
                        "a wider one over the port will do",
                        World.pair()
                                .everywhere(
                                        route("10.10.0.0/16", "eth1"),
                                        route("10.10.1.0/24", "eth2"))),
                quiet(
                        "a port without address is another matter",
                        World.pair()
                                .everywhere(
                                        nic("eth1"),
                                        route("default", "eth0"),
                                        route("10.10.1.0/24", "eth2"))),
                notChecked("no routes were read", World.pair()));
    }
}
