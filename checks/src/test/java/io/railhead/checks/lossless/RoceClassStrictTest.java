package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.queue;
import static io.railhead.checks.SeenPath.LEAF;
import static io.railhead.checks.SeenPath.cable;
import static io.railhead.checks.SeenPath.turn;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.model.fact.QueueSchedule.Turn;
import java.util.stream.Stream;

final class RoceClassStrictTest implements CheckCases {

    @Override
    public Check check() {
        return new RoceClassStrict();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "at the switch",
                                cable().with("gpu01", turn("eth1", 3, Turn.SHARE))
                                        .with("leaf1", turn(LEAF, 3, Turn.STRICT)),
                                "leaf1 " + LEAF)
                        .saying("strict"),
                fires(
                        "by way of another queue",
                        cable().with("gpu01", turn("eth1", 3, Turn.SHARE))
                                .with("leaf1", queue(LEAF, 3, 5), turn(LEAF, 5, Turn.STRICT)),
                        "leaf1 " + LEAF),
                quiet(
                        "a share at both",
                        cable().with("gpu01", turn("eth1", 3, Turn.SHARE))
                                .with(
                                        "leaf1",
                                        turn(LEAF, 3, Turn.SHARE),
                                        turn(LEAF, 6, Turn.STRICT))),
                notChecked(
                        "the switch does not tell",
                        cable().with("gpu01", turn("eth1", 3, Turn.SHARE))));
    }
}
