package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.limitSetting;
import static io.railhead.checks.Seen.managerLimit;
import static io.railhead.checks.Seen.service;
import static io.railhead.checks.Seen.sessionLimit;
import static io.railhead.checks.SeenJobs.processLimit;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class MemlockLimitTest implements CheckCases {

    @Override
    public Check check() {
        return new MemlockLimit();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a session that may lock 64 KiB although limits.conf says unlimited",
                                unlimited()
                                        .with(
                                                "gpu02",
                                                sessionLimit("memlock", "65536", "65536"),
                                                limitSetting(
                                                        "/etc/security/limits.conf",
                                                        "*",
                                                        "-",
                                                        "memlock",
                                                        "unlimited")),
                                "gpu02 session")
                        .saying("64 KiB", "limits.conf says unlimited", "for RDMA"),
                fires(
                                "slurmd gives its jobs 8 MiB",
                                unlimited()
                                        .with(
                                                "gpu01",
                                                service("slurmd.service", "active", "8388608")),
                                "gpu01 slurmd")
                        .saying("8 MiB", "do not read limits.conf"),
                fires(
                                "the running slurmd has the limit it was started with",
                                unlimited()
                                        .with(
                                                "gpu01",
                                                service("slurmd.service", "active", "infinity"),
                                                processLimit("slurmd", "65536")),
                                "gpu01 running slurmd")
                        .saying("64 KiB", "until it is restarted"),
                fires(
                                "the policy wants more than systemd's default",
                                unlimited()
                                        .wantsMemlock("unlimited")
                                        .with("gpu01", managerLimit("memlock", "8388608")),
                                "gpu01 systemd")
                        .saying("DefaultLimitMEMLOCK", "`railhead plan`, then `railhead apply`"),
                fires(
                                "the policy wants a number of KiB",
                                World.pair()
                                        .wantsMemlock("1048576")
                                        .everywhere(sessionLimit("memlock", "8388608", "8388608")),
                                "gpu01 session",
                                "gpu02 session")
                        .saying("8 MiB", "1048576 KiB", "`railhead plan`, then `railhead apply`"),
                quiet(
                        "unlimited where jobs start",
                        unlimited().everywhere(service("slurmd.service", "active", "infinity"))),
                quiet(
                        "a launcher that does not run",
                        unlimited().everywhere(service("docker.service", "inactive", "8388608"))),
                quiet(
                        "no RDMA and no policy",
                        World.pair()
                                .wantsNoRdma()
                                .everywhere(sessionLimit("memlock", "65536", "65536"))),
                notChecked("no limits read", World.pair()));
    }

    private static World unlimited() {
        return World.pair().everywhere(sessionLimit("memlock", "unlimited", "unlimited"));
    }
}
