package io.railhead.checks.config;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;
import static io.railhead.checks.SeenLinks.netplan;
import static io.railhead.checks.SeenLinks.netplanFile;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.OptionalInt;
import java.util.stream.Stream;

final class MtuNotPersistentTest implements CheckCases {

    @Override
    public Check check() {
        return new MtuNotPersistent();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "netplan sets none",
                                Netplans.files()
                                        .with(
                                                "gpu02",
                                                netplan(
                                                        "/etc/netplan/01-net.yaml",
                                                        "eth1",
                                                        OptionalInt.empty(),
                                                        "10.10.0.2/24")),
                                "gpu02 eth1")
                        .saying("9000 now, and 1500 after the next reboot: netplan sets none"),
                quiet("files as live", Netplans.files()),
                quiet(
                        "a wrong live MTU is another fault",
                        Netplans.files()
                                .with("gpu02", nic("eth1").mtu(1500).address("10.10.0.2/24"))),
                quiet(
                        "1500 wanted, and 1500 is what comes by itself",
                        World.pair()
                                .wantsMtu(1500)
                                .everywhere(netplanFile("/etc/netplan/01-net.yaml", "600", "", ""))
                                .everywhere(nic("eth1").mtu(1500), nic("eth2").mtu(1500))),
                quiet("netplan is not to be managed", World.pair().policy(Netplans::none)),
                notChecked("no netplan files read", World.pair()));
    }
}
