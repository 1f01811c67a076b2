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

final class SysctlNotAsIntendedTest implements CheckCases {

    @Override
    public Check check() {
        return new SysctlNotAsIntended();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a buffer at its default",
                                World.pair()
                                        .wantsSysctl("net.core.rmem_max", "268435456")
                                        .with("gpu01", sysctl("net.core.rmem_max", "268435456"))
                                        .with("gpu02", sysctl("net.core.rmem_max", "212992")),
                                "gpu02 net.core.rmem_max")
                        .saying("is 212992, wanted 268435456", "no file sets it"),
                fires(
                                "a file sets another value",
                                World.pair()
                                        .wantsSysctl("vm.swappiness", "1")
                                        .everywhere(
                                                sysctl("vm.swappiness", "60"),
                                                sysctlFile(
                                                        "/etc/sysctl.d/99-a.conf",
                                                        "vm.swappiness",
                                                        "60",
                                                        0)),
                                "gpu01 vm.swappiness",
                                "gpu02 vm.swappiness")
                        .saying("/etc/sysctl.d/99-a.conf sets it to 60"),
                fires(
                                "a file sets another value and is read after that of apply",
                                World.of(1)
                                        .wantsSysctl("vm.swappiness", "1")
                                        .everywhere(
                                                sysctl("vm.swappiness", "60"),
                                                sysctlFile(
                                                        "/etc/sysctl.d/99-zzz.conf",
                                                        "vm.swappiness",
                                                        "60",
                                                        0)),
                                "gpu01 vm.swappiness")
                        .saying("delete vm.swappiness in /etc/sysctl.d/99-zzz.conf"),
                fires(
                                "a file with the wanted value that was not loaded",
                                World.of(1)
                                        .wantsSysctl("vm.swappiness", "1")
                                        .everywhere(
                                                sysctl("vm.swappiness", "60"),
                                                sysctlFile(
                                                        "/etc/sysctl.d/99-a.conf",
                                                        "vm.swappiness",
                                                        "1",
                                                        0)),
                                "gpu01 vm.swappiness")
                        .saying("not loaded"),
                quiet(
                        "as wanted, whatever the white space",
                        World.pair()
                                .wantsSysctl("net.ipv4.tcp_rmem", "4096\t87380   33554432")
                                .everywhere(sysctl("net.ipv4.tcp_rmem", "4096 87380 33554432"))),
                quiet(
                        "keys may be written with slashes",
                        World.pair()
                                .wantsSysctl("net/core/rmem_max", "1")
                                .everywhere(sysctl("net.core.rmem_max", "1"))),
                quiet("nothing wanted", World.pair()),
                notChecked(
                                "a key that this kernel does not have",
                                World.pair()
                                        .wantsSysctl("net.core.nosuch", "1")
                                        .everywhere(sysctl("net.core.rmem_max", "1")))
                        .saying("net.core.nosuch was not read"),
                notChecked("no sysctl read", World.pair().wantsSysctl("net.core.rmem_max", "1")));
    }
}
