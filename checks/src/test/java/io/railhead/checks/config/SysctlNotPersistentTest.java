package io.railhead.checks.config;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.sysctl;
import static io.railhead.checks.Seen.sysctlFile;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class SysctlNotPersistentTest implements CheckCases {

    @Override
    public Check check() {
        return new SysctlNotPersistent();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "set by hand",
                                World.pair()
                                        .wantsSysctl("net.core.rmem_max", "268435456")
                                        .everywhere(
                                                sysctl("net.core.rmem_max", "268435456"),
                                                sysctlFile(
                                                        "/etc/sysctl.d/10-x.conf",
                                                        "kernel.sysrq",
                                                        "1",
                                                        0)),
                                "gpu01 net.core.rmem_max",
                                "gpu02 net.core.rmem_max")
                        .saying("lost at the next reboot"),
                fires(
                                "a file that was never loaded",
                                World.pair()
                                        .everywhere(
                                                sysctl("net.core.rmem_max", "212992"),
                                                sysctlFile(
                                                        "/etc/sysctl.d/90-rdma.conf",
                                                        "net.core.rmem_max",
                                                        "268435456",
                                                        0)),
                                "gpu01 net.core.rmem_max",
                                "gpu02 net.core.rmem_max")
                        .saying("212992 now, and 268435456 after the next reboot"),
                quiet(
                        "not as wanted now: sysctl-not-as-intended says so, and what the file does",
                        World.pair()
                                .wantsSysctl("net.core.rmem_max", "268435456")
                                .everywhere(
                                        sysctl("net.core.rmem_max", "212992"),
                                        sysctlFile(
                                                "/etc/sysctl.d/90-rdma.conf",
                                                "net.core.rmem_max",
                                                "268435456",
                                                1))),
                quiet(
                        "file and live value agree",
                        World.pair()
                                .everywhere(
                                        sysctl("net.core.rmem_max", "268435456"),
                                        sysctlFile(
                                                "/etc/sysctl.d/90-rdma.conf",
                                                "net.core.rmem_max",
                                                "268435456",
                                                0))),
                quiet(
                        "a distribution's file that something else overrode at run time",
                        World.pair()
                                .everywhere(
                                        sysctl("kernel.core_pattern", "|/usr/share/apport"),
                                        sysctlFile(
                                                "/usr/lib/sysctl.d/50-coredump.conf",
                                                "kernel.core_pattern",
                                                "|x",
                                                0))),
                notChecked("no files read", World.pair().everywhere(sysctl("vm.swappiness", "1"))),
                notChecked("nothing read", World.pair()));
    }
}
