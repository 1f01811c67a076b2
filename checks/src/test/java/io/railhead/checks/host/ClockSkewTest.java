package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.clock;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Seen;
import io.railhead.checks.World;
import java.util.Optional;
import java.util.stream.Stream;

final class ClockSkewTest implements CheckCases {

    @Override
    public Check check() {
        return new ClockSkew();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "two seconds apart",
                                World.pair().with("gpu01", at(0)).with("gpu02", at(2000)),
                                "gpu01 <-> gpu02")
                        .saying("2000 ms ahead", "allowed are 500 ms"),
                fires(
                                "one of three is off",
                                World.of(3)
                                        .with("gpu01", at(0))
                                        .with("gpu02", at(-3000))
                                        .with("gpu03", at(5)),
                                "gpu02")
                        .saying("3000 ms behind"),
                quiet(
                        "within the policy",
                        World.pair().with("gpu01", at(0)).with("gpu02", at(400))),
                quiet(
                        "one machine has nothing to compare with",
                        World.of(1).with("gpu01", at(9000))),
                notChecked(
                                "apart by no more than the uncertainty",
                                World.pair()
                                        .with("gpu01", at(0))
                                        .with("gpu02", clock(700, 400, Optional.empty())))
                        .saying("uncertain by 405 ms"),
                notChecked("no clock read", World.pair()));
    }

    private static Seen at(long offsetMillis) {
        return clock(offsetMillis, 5, Optional.of(true));
    }
}
