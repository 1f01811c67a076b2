package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.sessionLimit;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NofileLimitTest implements CheckCases {

    @Override
    public Check check() {
        return new NofileLimit();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a hard limit of 4096",
                                World.pair()
                                        .with("gpu01", sessionLimit("nofile", "1024", "4096"))
                                        .with("gpu02", sessionLimit("nofile", "1024", "1048576")),
                                "gpu01")
                        .saying("4096 files"),
                quiet(
                        "a low soft limit is raised by programs",
                        World.pair().everywhere(sessionLimit("nofile", "1024", "524288"))),
                quiet(
                        "unlimited",
                        World.pair().everywhere(sessionLimit("nofile", "unlimited", "unlimited"))),
                notChecked("no limits read", World.pair()));
    }
}
