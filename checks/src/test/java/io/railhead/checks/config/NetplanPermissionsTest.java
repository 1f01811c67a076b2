package io.railhead.checks.config;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.netplanFile;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NetplanPermissionsTest implements CheckCases {

    @Override
    public Check check() {
        return new NetplanPermissions();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "readable by all",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                netplanFile(
                                                        "/etc/netplan/01-net.yaml", "0644", "", ""))
                                        .with(
                                                "gpu02",
                                                netplanFile(
                                                        "/etc/netplan/01-net.yaml", "600", "", "")),
                                "gpu01 /etc/netplan/01-net.yaml")
                        .saying("mode 0644", "severity=WARNING"),
                quiet(
                        "root only",
                        World.pair()
                                .everywhere(
                                        netplanFile("/etc/netplan/01-net.yaml", "600", "", ""))),
                notChecked("nothing read", World.pair()));
    }
}
