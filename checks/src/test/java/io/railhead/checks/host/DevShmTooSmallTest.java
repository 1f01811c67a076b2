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

final class DevShmTooSmallTest implements CheckCases {

    @Override
    public Check check() {
        return new DevShmTooSmall();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a container's 64 MiB",
                                World.pair()
                                        .wantsGpus(8, "H100")
                                        .everywhere(fileSystem("/dev/shm", 64L << 20, 64L << 20)),
                                "gpu01",
                                "gpu02")
                        .saying("64 MiB", "severity=ERROR"),
                fires(
                                "half a GiB for a job",
                                World.pair()
                                        .job()
                                        .everywhere(fileSystem("/dev/shm", 512L << 20, 512L << 20)),
                                "gpu01",
                                "gpu02")
                        .saying("512 MiB", "severity=WARNING"),
                quiet(
                        "half of main memory",
                        World.pair()
                                .wantsGpus(8, "H100")
                                .everywhere(fileSystem("/dev/shm", 256L << 30, 256L << 30))),
                quiet(
                        "no GPUs and no job",
                        World.pair().everywhere(fileSystem("/dev/shm", 64L << 20, 64L << 20))),
                notChecked(
                        "not among the file systems",
                        World.pair().job().everywhere(fileSystem("/", 100L << 30, 50L << 30))),
                notChecked("no file systems read", World.pair().job()));
    }
}
