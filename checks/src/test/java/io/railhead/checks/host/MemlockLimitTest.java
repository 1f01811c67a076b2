package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.limitSetting;
import static io.railhead.checks.Seen.loginPath;
import static io.railhead.checks.Seen.managerLimit;
import static io.railhead.checks.Seen.rights;
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
                        .saying("64 KiB", "limits.conf says unlimited", "for RDMA", "log in anew"),
                fires(
                                "applied, in a container that may not raise limits",
                                applied(World.pair()).with("gpu01", rights("a80425fb", false)),
                                "gpu01 session")
                        .saying("no process of this host has", "8388608", "docker run --ulimit"),
                fires(
                                "applied, in a user namespace",
                                applied(World.pair()).with("gpu01", rights("1ffffffffff", true)),
                                "gpu01 session")
                        .saying("ordinary user outside", "raise it where this host is started"),
                fires(
                                "applied, on a lab host: nothing to mend",
                                applied(World.pair().lab())
                                        .with("gpu01", rights("1fffeffffff", false)),
                                "gpu01 session")
                        .saying("none on this host", "CAP_SYS_RESOURCE"),
                fires(
                                "applied, and sshd does not use PAM",
                                applied(World.pair())
                                        .with(
                                                "gpu01",
                                                rights("1ffffffffff", false),
                                                loginPath("/etc/ssh/sshd_config", "UsePAM", "no")),
                                "gpu01 session")
                        .saying("does not go through PAM", "restart sshd"),
                fires(
                                "applied, and PAM does not call pam_limits",
                                applied(World.pair())
                                        .with(
                                                "gpu01",
                                                loginPath("/etc/ssh/sshd_config", "UsePAM", "yes")),
                                "gpu01 session")
                        .saying("does not call pam_limits", "/etc/pam.d/sshd"),
                fires(
                                "applied, and nothing is in the way: the session is older",
                                applied(World.pair()).with("gpu01", rights("1ffffffffff", false)),
                                "gpu01 session")
                        .saying("this session did not get it", "log in anew; if it stays so"),
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

    /// The file says what is wanted, the session has 8 MiB.
    private static World applied(World world) {
        return world.wantsMemlock("unlimited")
                .with(
                        "gpu01",
                        sessionLimit("memlock", "8388608", "8388608"),
                        limitSetting(
                                "/etc/security/limits.d/99-zz-railhead.conf",
                                "*",
                                "-",
                                "memlock",
                                "unlimited"));
    }

    private static World unlimited() {
        return World.pair().everywhere(sessionLimit("memlock", "unlimited", "unlimited"));
    }
}
