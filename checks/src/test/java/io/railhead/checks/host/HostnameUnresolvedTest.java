package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.hostname;
import static io.railhead.checks.Seen.resolves;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class HostnameUnresolvedTest implements CheckCases {

    @Override
    public Check check() {
        return new HostnameUnresolved();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a name that nobody knows",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                hostname("gpu01"),
                                                resolves("gpu01", "10.0.0.1"))
                                        .with("gpu02", hostname("gpu02"), resolves("gpu02")),
                                "gpu02")
                        .saying("add \"10.0.0.2 gpu02\" to /etc/hosts"),
                quiet(
                        "names that resolve",
                        World.pair()
                                .with("gpu01", hostname("gpu01"), resolves("gpu01", "10.0.0.1"))
                                .with("gpu02", hostname("gpu02"), resolves("gpu02", "127.0.1.1"))),
                notChecked("not looked up", World.pair().everywhere(hostname("x"))));
    }
}
