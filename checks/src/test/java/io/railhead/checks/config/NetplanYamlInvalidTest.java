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

final class NetplanYamlInvalidTest implements CheckCases {

    @Override
    public Check check() {
        return new NetplanYamlInvalid();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a tab in the file",
                                World.pair()
                                        .everywhere(
                                                netplanFile(
                                                        "/etc/netplan/01-net.yaml", "600", "", ""))
                                        .with(
                                                "gpu02",
                                                netplanFile(
                                                        "/etc/netplan/60-rail.yaml",
                                                        "600",
                                                        "",
                                                        "line 4: found a tab")),
                                "gpu02 /etc/netplan/60-rail.yaml")
                        .saying("line 4: found a tab"),
                quiet(
                        "valid files",
                        World.pair()
                                .everywhere(
                                        netplanFile("/etc/netplan/01-net.yaml", "600", "", ""))),
                quiet(
                        "no netplan on the machine, and none wanted",
                        World.pair().policy(Netplans::none)),
                notChecked("nothing read", World.pair()));
    }
}
