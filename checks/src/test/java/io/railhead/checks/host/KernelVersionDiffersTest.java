package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.kernel;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class KernelVersionDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new KernelVersionDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one of three is behind",
                                World.of(3)
                                        .everywhere(kernel("6.8.0-48-generic"))
                                        .with("gpu03", kernel("6.8.0-45-generic")),
                                "gpu03")
                        .saying(
                                "kernel 6.8.0-45-generic, while 2 of 3 twins have 6.8.0-48-generic"),
                fires(
                                "two hosts, no majority",
                                World.pair()
                                        .with("gpu01", kernel("6.8.0-48-generic"))
                                        .with("gpu02", kernel("6.8.0-45-generic")),
                                "gpu01 <-> gpu02")
                        .saying("6.8.0-48-generic on gpu01, 6.8.0-45-generic on gpu02"),
                fires(
                                "two against two",
                                World.of(4)
                                        .everywhere(kernel("6.8.0-48-generic"))
                                        .with("gpu03", kernel("6.8.0-45-generic"))
                                        .with("gpu04", kernel("6.8.0-45-generic")),
                                "gpu01",
                                "gpu02")
                        .saying("no majority"),
                quiet("all alike", World.of(3).everywhere(kernel("6.8.0-48-generic"))),
                quiet("one host has no twin", World.of(1).everywhere(kernel("6.8.0-48-generic"))),
                notChecked("no kernel read", World.pair()));
    }
}
