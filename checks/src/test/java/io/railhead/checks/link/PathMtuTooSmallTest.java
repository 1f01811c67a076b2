package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.bigPing;
import static io.railhead.checks.SeenLinks.refusedPing;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class PathMtuTooSmallTest implements CheckCases {

    @Override
    public Check check() {
        return new PathMtuTooSmall();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the sender's own interface is smaller",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                refusedPing(
                                                        "10.10.0.2",
                                                        8972,
                                                        1500,
                                                        "local error: message too long, mtu=1500"))
                                        .with("gpu02", bigPing("10.10.0.1", 8972, true)),
                                "gpu01 -> gpu02 rail0")
                        .saying("MTU reported is 1500", "gpu01's own interface"),
                fires(
                                "a router on the way is smaller",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                refusedPing(
                                                        "10.10.0.2",
                                                        8972,
                                                        1500,
                                                        "Frag needed and DF set (mtu = 1500)"))
                                        .with("gpu02", bigPing("10.10.0.1", 8972, true)),
                                "gpu01 -> gpu02 rail0")
                        .saying("a router on the way"),
                quiet(
                        "large packets pass",
                        World.pair()
                                .with("gpu01", bigPing("10.10.0.2", 8972, true))
                                .with("gpu02", bigPing("10.10.0.1", 8972, true))),
                notChecked("nobody pinged", World.pair()));
    }
}
