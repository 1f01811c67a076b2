package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.neighbour;
import static io.railhead.checks.SeenLinks.ping;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NeighbourFailedTest implements CheckCases {

    @Override
    public Check check() {
        return new NeighbourFailed();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a peer that does not answer ARP",
                                World.pair()
                                        .with("gpu01", neighbour("10.10.0.2", "eth1", "FAILED"))
                                        .with("gpu02", neighbour("10.10.0.1", "eth1", "REACHABLE")),
                                "gpu01 -> gpu02 rail0")
                        .saying("10.10.0.2 does not answer ARP on eth1"),
                quiet(
                        "peers known",
                        World.pair()
                                .with("gpu01", neighbour("10.10.0.2", "eth1", "STALE"))
                                .with("gpu02", neighbour("10.10.0.1", "eth1", "REACHABLE"))),
                quiet(
                        "an address that is none of the cluster's",
                        World.pair()
                                .with("gpu01", neighbour("10.10.0.99", "eth1", "FAILED"))
                                .with("gpu02", neighbour("10.10.0.1", "eth1", "REACHABLE"))),
                quiet(
                        "an old failure: the peer's ping is answered by now",
                        World.pair()
                                .with("gpu01", neighbour("10.10.0.2", "eth1", "FAILED"))
                                .with("gpu02", neighbour("10.10.0.1", "eth1", "REACHABLE"))
                                .with("gpu02", ping("10.10.0.1", true))),
                fires(
                        "and the pings are not answered either",
                        World.pair()
                                .with("gpu01", neighbour("10.10.0.2", "eth1", "FAILED"))
                                .with("gpu01", ping("10.10.0.2", false))
                                .with("gpu02", neighbour("10.10.0.1", "eth1", "REACHABLE"))
                                .with("gpu02", ping("10.10.0.1", false)),
                        "gpu01 -> gpu02 rail0"),
                quiet("a cluster of one host has no peers", World.of(1)),
                notChecked("no neighbours read", World.pair()));
    }
}
