package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.queue;
import static io.railhead.checks.SeenPath.LEAF;
import static io.railhead.checks.SeenPath.buffer;
import static io.railhead.checks.SeenPath.cable;
import static io.railhead.checks.SeenPath.marksFrom;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.model.fact.PortBuffer.Kind;
import java.util.stream.Stream;

final class EcnAfterPauseTest implements CheckCases {

    @Override
    public Check check() {
        return new EcnAfterPause();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "marks begin where the sender is paused already",
                                cable().with(
                                                "leaf1",
                                                queue(LEAF, 3, 3),
                                                marksFrom(LEAF, 3, 2_000_000),
                                                buffer(
                                                        LEAF,
                                                        Kind.INGRESS,
                                                        3,
                                                        1_300_000,
                                                        1_200_000)),
                                "leaf1 " + LEAF)
                        .saying("2,000,000", "1,200,000"),
                quiet(
                        "marks come first",
                        cable().with(
                                        "leaf1",
                                        marksFrom(LEAF, 3, 98_000),
                                        buffer(LEAF, Kind.INGRESS, 3, 1_300_000, 1_200_000))),
                notChecked(
                        "a profile tells headroom, not the point",
                        cable().with(
                                        "leaf1",
                                        marksFrom(LEAF, 3, 98_000),
                                        buffer("", Kind.PROFILE, 3, 1_300_000, 18_000))));
    }
}
