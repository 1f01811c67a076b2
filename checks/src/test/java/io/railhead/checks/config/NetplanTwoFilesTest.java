package io.railhead.checks.config;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.netplan;
import static io.railhead.checks.SeenLinks.netplanFile;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.OptionalInt;
import java.util.stream.Stream;

final class NetplanTwoFilesTest implements CheckCases {

    @Override
    public Check check() {
        return new NetplanTwoFiles();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "two MTUs",
                                World.pair()
                                        .everywhere(
                                                netplanFile(
                                                        "/etc/netplan/01-net.yaml", "600", "", ""))
                                        .with(
                                                "gpu01",
                                                netplan(
                                                        "/etc/netplan/01-net.yaml",
                                                        "eth1",
                                                        OptionalInt.of(1500),
                                                        "10.10.0.1/24"),
                                                netplan(
                                                        "/etc/netplan/90-rail.yaml",
                                                        "eth1",
                                                        OptionalInt.of(9000))),
                                "gpu01 eth1")
                        .saying("MTU 1500 and 9000", "those of /etc/netplan/90-rail.yaml"),
                fires(
                                "two addresses",
                                World.pair()
                                        .everywhere(
                                                netplanFile(
                                                        "/etc/netplan/01-net.yaml", "600", "", ""))
                                        .with(
                                                "gpu01",
                                                netplan(
                                                        "/etc/netplan/01-net.yaml",
                                                        "eth1",
                                                        OptionalInt.empty(),
                                                        "10.10.0.1/24"),
                                                netplan(
                                                        "/etc/netplan/90-rail.yaml",
                                                        "eth1",
                                                        OptionalInt.empty(),
                                                        "10.10.0.9/24")),
                                "gpu01 eth1")
                        .saying("10.10.0.9/24"),
                quiet(
                        "files that complete one another",
                        World.pair()
                                .everywhere(
                                        netplanFile("/etc/netplan/01-net.yaml", "600", "", ""),
                                        netplan(
                                                "/etc/netplan/01-net.yaml",
                                                "eth1",
                                                OptionalInt.empty(),
                                                "10.10.0.1/24"),
                                        netplan(
                                                "/etc/netplan/90-mtu.yaml",
                                                "eth1",
                                                OptionalInt.of(9000)))),
                notChecked("nothing read", World.pair()));
    }
}
