package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.marksAtMost;
import static io.railhead.checks.SeenClasses.rise;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.counters.PortCounts.Kind;
import java.util.stream.Stream;

final class MarksAbovePmaxTest implements CheckCases {

    @Override
    public Check check() {
        return new MarksAbovePmax();
    }

    private static World marked(long marks, int percent) {
        return World.pair()
                .with(
                        "leaf1",
                        marksAtMost("swp1", percent),
                        rise("swp1", Kind.ECN_MARKED, 3, "sent ecn-marked", 0, marks),
                        rise("swp1", Kind.PACKETS, 3, "sent tx-frames", 0, 100_000));
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires("more than it marks below", marked(25_000, 10), "leaf1 swp1")
                        .saying("25% of 100,000 packets, and its profile marks at most 10%"),
                quiet("a share that it marks below", marked(8_000, 10)),
                quiet("a profile that may mark all", marked(90_000, 100)));
    }
}
