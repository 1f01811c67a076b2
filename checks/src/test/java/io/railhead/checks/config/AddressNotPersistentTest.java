package io.railhead.checks.config;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.netplan;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.OptionalInt;
import java.util.stream.Stream;

final class AddressNotPersistentTest implements CheckCases {

    @Override
    public Check check() {
        return new AddressNotPersistent();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "added by hand",
                                Netplans.files()
                                        .with(
                                                "gpu02",
                                                netplan(
                                                        "/etc/netplan/01-net.yaml",
                                                        "eth1",
                                                        OptionalInt.of(9000))),
                                "gpu02 eth1")
                        .saying("in no netplan file", "lost at the next reboot"),
                fires(
                                "the file has another",
                                Netplans.files()
                                        .with(
                                                "gpu02",
                                                netplan(
                                                        "/etc/netplan/01-net.yaml",
                                                        "eth1",
                                                        OptionalInt.of(9000),
                                                        "10.10.0.77/24")),
                                "gpu02 eth1")
                        .saying("10.10.0.77/24"),
                quiet("files as live", Netplans.files()),
                quiet("netplan is not to be managed", World.pair().policy(Netplans::none)),
                notChecked("no netplan files read", World.pair()));
    }
}
