package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.bigPing;
import static io.railhead.checks.SeenLinks.ping;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RailPeerUnreachableTest implements CheckCases {

    @Override
    public Check check() {
        return new RailPeerUnreachable();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "neither direction answers",
                                pinged(false, false).with("gpu02", ping("10.10.0.1", false)),
                                "gpu01 <-> gpu02 rail0")
                        .saying("in both directions"),
                fires(
                                "one direction answers",
                                pinged(false, false)
                                        .with(
                                                "gpu02",
                                                ping("10.10.0.1", true),
                                                bigPing("10.10.0.1", 8972, true)),
                                "gpu01 -> gpu02 rail0")
                        .saying("the other direction is well"),
                fires("one of four reaches nobody", oneOfFour(), "gpu04 rail0")
                        .saying("to and from all 3 peers tried"),
                quiet(
                        "large packets pass",
                        pinged(true, true).with("gpu02", ping("10.10.0.1", true))),
                quiet(
                        "small packets pass, large ones are another fault",
                        pinged(true, false).with("gpu02", ping("10.10.0.1", true))),
                quiet("a cluster of one host has no peers", World.of(1)),
                notChecked("nobody pinged", World.pair()));
    }

    private static World pinged(boolean small, boolean large) {
        return World.pair()
                .with("gpu01", ping("10.10.0.2", small), bigPing("10.10.0.2", 8972, large));
    }

    private static World oneOfFour() {
        World world = World.of(4);
        for (int i = 1; i <= 4; i++) {
            for (int j = 1; j <= 4; j++) {
                if (i != j) {
                    world.with(World.name(i), ping("10.10.0." + j, i != 4 && j != 4));
                }
            }
        }
        return world;
    }
}
