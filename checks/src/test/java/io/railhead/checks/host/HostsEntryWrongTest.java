package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.hostsEntry;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class HostsEntryWrongTest implements CheckCases {
    @Override
    public Check check() {
        return new HostsEntryWrong();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the address a host had before",
                                World.pair()
                                        .with("gpu01", hostsEntry("10.0.0.99", "gpu02"))
                                        .with("gpu02", hostsEntry("10.0.0.1", "gpu01")),
                                "gpu01 -> gpu02")
                        .saying("10.0.0.99", "10.0.0.2"),
                quiet(
                        "management and rails",
                        World.pair()
                                .with("gpu01", hostsEntry("10.0.0.2", "gpu02.lan", "gpu02"))
                                .with("gpu02", hostsEntry("10.10.0.1", "gpu01"))),
                quiet(
                        "names of others are nobody's business",
                        World.pair().everywhere(hostsEntry("10.0.0.77", "nas"))),
                notChecked("no file", World.pair()));
    }
}
