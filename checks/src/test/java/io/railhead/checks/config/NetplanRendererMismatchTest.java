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

final class NetplanRendererMismatchTest implements CheckCases {

    @Override
    public Check check() {
        return new NetplanRendererMismatch();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "both renderers",
                                World.pair()
                                        .everywhere(
                                                netplanFile(
                                                        "/etc/netplan/01-net.yaml",
                                                        "600",
                                                        "networkd",
                                                        ""))
                                        .with(
                                                "gpu01",
                                                netplanFile(
                                                        "/etc/netplan/90-mtu.yaml",
                                                        "600",
                                                        "NetworkManager",
                                                        "")),
                                "gpu01")
                        .saying("NetworkManager and networkd"),
                quiet(
                        "one renderer, and a file that names none",
                        World.pair()
                                .everywhere(
                                        netplanFile(
                                                "/etc/netplan/01-net.yaml", "600", "networkd", ""),
                                        netplanFile("/etc/netplan/02-net.yaml", "600", "", ""))),
                notChecked("nothing read", World.pair()));
    }
}
