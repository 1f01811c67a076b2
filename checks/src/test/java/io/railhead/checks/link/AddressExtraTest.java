package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class AddressExtraTest implements CheckCases {

    @Override
    public Check check() {
        return new AddressExtra();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "an address of the other rail",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                nic("eth1")
                                                        .address("10.10.0.1/24")
                                                        .address("10.10.1.77/24")),
                                "gpu01 eth1")
                        .saying("rail1, another rail", "severity=ERROR"),
                fires(
                                "a second address of the same rail",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                nic("eth1")
                                                        .address("10.10.0.1/24")
                                                        .address("10.10.0.101/24")),
                                "gpu01 eth1")
                        .saying("its own rail", "severity=WARNING"),
                quiet("one address a port", World.pair()),
                quiet(
                        "link-local addresses are no one's rail",
                        World.pair()
                                .with(
                                        "gpu01",
                                        nic("eth1").address("10.10.0.1/24").address("fe80::1/64"))),
                notChecked("no interfaces read", World.pair().without("gpu01", "ip -j addr")));
    }
}
