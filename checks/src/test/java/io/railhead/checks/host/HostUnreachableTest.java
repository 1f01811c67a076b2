package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class HostUnreachableTest implements CheckCases {

    @Override
    public Check check() {
        return new HostUnreachable();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a machine that refuses",
                                World.pair().unreachable("gpu02", "10.0.0.2: connection refused"),
                                "gpu02")
                        .saying("connection refused", "ssh -v 10.0.0.2", "line=11"),
                fires(
                                "a machine that no intent knows",
                                World.pair().noIntent().unreachable("gpu02", "timed out"),
                                "gpu02")
                        .saying("ssh gpu02"),
                quiet("all answered", World.pair()),
                notChecked(
                                "a machine that the evidence does not hold",
                                World.pair().unreachable("gpu02", "x").forgetting("gpu02"))
                        .saying("not in the evidence"));
    }
}
