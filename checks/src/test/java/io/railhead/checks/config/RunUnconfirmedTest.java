package io.railhead.checks.config;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.journal;
import static io.railhead.checks.Seen.unconfirmed;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RunUnconfirmedTest implements CheckCases {
    private static final String RUN = "20261127T101500.250Z-0a1b";

    @Override
    public Check check() {
        return new RunUnconfirmed();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a run whose switch is armed, with the time left",
                                World.pair()
                                        .everywhere(journal(1))
                                        .with("gpu02", unconfirmed(RUN, 23)),
                                "gpu02")
                        .saying("in 23 s it takes itself back")
                        .saying("railhead apply --confirm " + RUN)
                        .saying("railhead rollback " + RUN),
                fires(
                                "a rollback that waits",
                                World.pair()
                                        .everywhere(journal(1))
                                        .with("gpu01", unconfirmed(RUN + "/back-1", 5)),
                                "gpu01")
                        .saying("a rollback of run " + RUN + " waits")
                        .saying("makes again what it took back"),
                quiet("runs that came to their end", World.pair().everywhere(journal(2))));
    }
}
