package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.hostname;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class HostnameNotAsIntendedTest implements CheckCases {

    @Override
    public Check check() {
        return new HostnameNotAsIntended();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "never named",
                                World.pair()
                                        .with("gpu01", hostname("ubuntu"))
                                        .with("gpu02", hostname("gpu02")),
                                "gpu01")
                        .saying("calls itself \"ubuntu\""),
                fires(
                                "two entries swapped",
                                World.pair()
                                        .with("gpu01", hostname("gpu02"))
                                        .with("gpu02", hostname("gpu01")),
                                "gpu01",
                                "gpu02")
                        .saying("may be swapped"),
                quiet(
                        "the name with its domain is the same name",
                        World.pair()
                                .with("gpu01", hostname("gpu01.lab.example"))
                                .with("gpu02", hostname("GPU02"))),
                notChecked("no names read", World.pair()));
    }
}
