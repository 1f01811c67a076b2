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

final class DuplicateHostnameTest implements CheckCases {

    @Override
    public Check check() {
        return new DuplicateHostname();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires("two clones", World.pair().everywhere(hostname("ubuntu")), "gpu01, gpu02")
                        .saying("2 machines call themselves \"ubuntu\""),
                quiet(
                        "names of their own",
                        World.pair()
                                .with("gpu01", hostname("gpu01"))
                                .with("gpu02", hostname("gpu02"))),
                notChecked("no names read", World.pair()));
    }
}
