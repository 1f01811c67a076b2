package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.counters;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class LinkFlappingTest implements CheckCases {

    @Override
    public Check check() {
        return new LinkFlapping();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires("fourteen times down", rails(14), "gpu02 eth1").saying("14 times"),
                quiet("once, at boot", rails(1)),
                notChecked(
                                "a driver that does not count it",
                                World.pair().everywhere(counters("eth1", "rx_packets", 5)))
                        .saying("does not keep the counters"),
                notChecked("no counters", World.pair()));
    }

    private static World rails(long downs) {
        return World.pair()
                .everywhere(
                        counters("eth1", "link_down_events_phy", 1),
                        counters("eth2", "link_down_events_phy", 1))
                .with("gpu02", counters("eth1", "link_down_events_phy", downs));
    }
}
