package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.fileSystem;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class FileSystemNearlyFullTest implements CheckCases {

    @Override
    public Check check() {
        return new FileSystemNearlyFull();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "2 % left",
                                World.pair()
                                        .with("gpu01", fileSystem("/", 100L << 30, 2L << 30))
                                        .with("gpu02", fileSystem("/", 100L << 30, 60L << 30)),
                                "gpu01 /")
                        .saying("2.0 %", "severity=WARNING"),
                fires(
                                "nothing left",
                                World.pair().everywhere(fileSystem("/var", 100L << 30, 1L << 20)),
                                "gpu01 /var",
                                "gpu02 /var")
                        .saying("severity=ERROR"),
                quiet("half free", World.pair().everywhere(fileSystem("/", 100L << 30, 50L << 30))),
                quiet(
                        "4 % of much is enough",
                        World.pair().everywhere(fileSystem("/", 4000L << 30, 160L << 30))),
                quiet(
                        "a full data disk is not ours to judge",
                        World.pair().everywhere(fileSystem("/mnt/iso", 1L << 30, 0))),
                notChecked("no file systems read", World.pair()));
    }
}
