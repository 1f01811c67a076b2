package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.hostname;
import static io.railhead.checks.Seen.hostsEntry;
import static io.railhead.checks.Seen.resolves;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class HostnameLoopbackTest implements CheckCases {

    @Override
    public Check check() {
        return new HostnameLoopback();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "Debian's line in /etc/hosts",
                                named().with(
                                                "gpu01",
                                                resolves("gpu01", "127.0.1.1"),
                                                hostsEntry("127.0.1.1", "gpu01")),
                                "gpu01")
                        .saying("resolves to 127.0.1.1", "severity=WARNING", "/etc/hosts"),
                fires(
                                "and a job that runs on both hosts",
                                named().job().with("gpu01", resolves("gpu01", "127.0.1.1")),
                                "gpu01")
                        .saying("severity=ERROR", "job train"),
                fires(
                        "only /etc/hosts was read",
                        World.pair()
                                .with("gpu01", hostname("gpu01"), hostsEntry("127.0.1.1", "gpu01"))
                                .with("gpu02", hostname("gpu02"), resolves("gpu02", "10.0.0.2")),
                        "gpu01"),
                quiet("real addresses", named()),
                quiet("a job that names its interface, and real addresses", named().job()),
                quiet(
                        "localhost may be loopback",
                        named().with("gpu01", hostsEntry("127.0.0.1", "localhost"))),
                notChecked("nothing about names", World.pair()));
    }

    private static World named() {
        return World.pair()
                .with("gpu01", hostname("gpu01"), resolves("gpu01", "10.0.0.1"))
                .with("gpu02", hostname("gpu02"), resolves("gpu02", "10.0.0.2"));
    }
}
