package io.railhead.checks.config;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.sysctlFile;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class SysctlOverriddenTest implements CheckCases {

    @Override
    public Check check() {
        return new SysctlOverridden();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "99 sorted before a later 99",
                                World.pair()
                                        .wantsSysctl("net.core.rmem_max", "268435456")
                                        .with(
                                                "gpu01",
                                                sysctlFile(
                                                        "/etc/sysctl.d/90-rdma.conf",
                                                        "net.core.rmem_max",
                                                        "268435456",
                                                        3),
                                                sysctlFile(
                                                        "/etc/sysctl.d/99-tuning.conf",
                                                        "net.core.rmem_max",
                                                        "212992",
                                                        7))
                                        .with(
                                                "gpu02",
                                                sysctlFile(
                                                        "/etc/sysctl.d/90-rdma.conf",
                                                        "net.core.rmem_max",
                                                        "268435456",
                                                        3)),
                                "gpu01 net.core.rmem_max")
                        .saying(
                                "268435456 in /etc/sysctl.d/90-rdma.conf is overridden",
                                "severity=ERROR"),
                fires(
                                "one file sets it twice",
                                World.pair()
                                        .everywhere(
                                                sysctlFile(
                                                        "/etc/sysctl.conf",
                                                        "vm.swappiness",
                                                        "1",
                                                        0),
                                                sysctlFile(
                                                        "/etc/sysctl.conf",
                                                        "vm.swappiness",
                                                        "60",
                                                        1)),
                                "gpu01 vm.swappiness",
                                "gpu02 vm.swappiness")
                        .saying("twice", "severity=WARNING"),
                fires(
                                "Railhead's own file has what the intent wanted before",
                                World.pair()
                                        .wantsSysctl("vm.swappiness", "1")
                                        .with(
                                                "gpu01",
                                                sysctlFile(
                                                        "/etc/sysctl.d/90-own.conf",
                                                        "vm.swappiness",
                                                        "1",
                                                        3),
                                                sysctlFile(
                                                        "/etc/sysctl.d/99-zz-railhead.conf",
                                                        "vm.swappiness",
                                                        "10",
                                                        7))
                                        .with(
                                                "gpu02",
                                                sysctlFile(
                                                        "/etc/sysctl.d/90-own.conf",
                                                        "vm.swappiness",
                                                        "1",
                                                        3)),
                                "gpu01 vm.swappiness")
                        .saying(
                                "the intent changed since the last apply and wants 1",
                                "`railhead plan` shows the new value, `railhead apply` writes it"),
                quiet(
                        "a distribution's default that the administrator overrides",
                        World.pair()
                                .everywhere(
                                        sysctlFile(
                                                "/usr/lib/sysctl.d/50-default.conf",
                                                "kernel.sysrq",
                                                "16",
                                                0),
                                        sysctlFile(
                                                "/etc/sysctl.d/99-own.conf",
                                                "kernel.sysrq",
                                                "1",
                                                1))),
                quiet(
                        "the value that wins is the wanted one",
                        World.pair()
                                .wantsSysctl("vm.swappiness", "1")
                                .everywhere(
                                        sysctlFile(
                                                "/etc/sysctl.d/10-a.conf",
                                                "vm.swappiness",
                                                "60",
                                                0),
                                        sysctlFile(
                                                "/etc/sysctl.d/95-railhead.conf",
                                                "vm.swappiness",
                                                "1",
                                                1))),
                quiet(
                        "a default that the distribution keeps in /etc",
                        World.pair()
                                .everywhere(
                                        sysctlFile(
                                                "/etc/sysctl.d/10-network-security.conf",
                                                "net.ipv4.conf.all.rp_filter",
                                                "2",
                                                0),
                                        sysctlFile(
                                                "/etc/sysctl.d/60-fabric.conf",
                                                "net.ipv4.conf.all.rp_filter",
                                                "0",
                                                1))),
                quiet(
                        "files printed one by one, the one that is read last first",
                        World.pair()
                                .everywhere(
                                        sysctlFile(
                                                "/etc/sysctl.d/99-zz-fabric.conf",
                                                "net.core.wmem_max",
                                                "134217728",
                                                0),
                                        sysctlFile(
                                                "/usr/lib/sysctl.d/99-vendor.conf",
                                                "net.core.wmem_max",
                                                "212992",
                                                0))),
                notChecked("no files read", World.pair()));
    }
}
