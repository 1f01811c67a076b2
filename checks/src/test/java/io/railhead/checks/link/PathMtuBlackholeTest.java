package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.bigPing;
import static io.railhead.checks.SeenLinks.ping;
import static io.railhead.checks.SeenLinks.refusedPing;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class PathMtuBlackholeTest implements CheckCases {

    @Override
    public Check check() {
        return new PathMtuBlackhole();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "large packets vanish in one direction",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                ping("10.10.0.2", true),
                                                bigPing("10.10.0.2", 8972, false))
                                        .with(
                                                "gpu02",
                                                ping("10.10.0.1", true),
                                                bigPing("10.10.0.1", 8972, true)),
                                "gpu01 -> gpu02 rail0")
                        .saying(
                                "9000 bytes vanish",
                                "the other direction is well",
                                "small ones pass"),
                fires(
                                "large packets vanish in both directions: a switch between",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                ping("10.10.0.2", true),
                                                bigPing("10.10.0.2", 8972, false))
                                        .with(
                                                "gpu02",
                                                ping("10.10.0.1", true),
                                                bigPing("10.10.0.1", 8972, false)),
                                "gpu01 <-> gpu02 rail0")
                        .saying("in both directions"),
                fires(
                                "small ones were not tried",
                                World.pair()
                                        .with("gpu01", bigPing("10.10.0.2", 8972, false))
                                        .with("gpu02", bigPing("10.10.0.1", 8972, true)),
                                "gpu01 -> gpu02 rail0")
                        .saying("small ones were not tried"),
                quiet(
                        "large packets pass",
                        World.pair()
                                .with("gpu01", bigPing("10.10.0.2", 8972, true))
                                .with("gpu02", bigPing("10.10.0.1", 8972, true))),
                quiet(
                        "a refusal with an MTU is another fault",
                        World.pair()
                                .with("gpu01", refusedPing("10.10.0.2", 8972, 1500, "mtu=1500"))
                                .with("gpu02", bigPing("10.10.0.1", 8972, true))),
                quiet(
                        "nothing passes: another fault",
                        World.pair()
                                .with(
                                        "gpu01",
                                        ping("10.10.0.2", false),
                                        bigPing("10.10.0.2", 8972, false))
                                .with("gpu02", bigPing("10.10.0.1", 8972, true))),
                notChecked(
                                "only small pings were tried",
                                World.pair()
                                        .with("gpu01", ping("10.10.0.2", true))
                                        .with("gpu02", ping("10.10.0.1", true)))
                        .saying("no ping of the rail's MTU was tried"),
                notChecked("no intent", World.pair().noIntent()));
    }
}
