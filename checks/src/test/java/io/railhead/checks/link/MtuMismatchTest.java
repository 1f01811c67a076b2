package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;
import static io.railhead.checks.SeenClasses.leafPort;
import static io.railhead.checks.SeenClasses.neighbour;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class MtuMismatchTest implements CheckCases {

    @Override
    public Check check() {
        return new MtuMismatch();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the switch port takes less than the host sends",
                                World.of(1)
                                        .noIntent()
                                        .with("gpu01", neighbour("eth1", "leaf1", "Ethernet1/7"))
                                        .with(
                                                "leaf1",
                                                leafPort("Ethernet1/7", "", 1500, 100, "rs")),
                                "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("sends up to 9000 bytes, the switch port takes 1500"),
                notChecked(
                        "the switch port takes more, as usual, and there is no intent",
                        World.of(1)
                                .noIntent()
                                .with("gpu01", neighbour("eth1", "leaf1", "Ethernet1/7"))
                                .with("leaf1", leafPort("Ethernet1/7", "", 9216, 100, "rs"))),
                notChecked("neither intent nor cable", World.of(1).noIntent()),
                fires(
                                "one port left at 1500",
                                World.pair()
                                        .with(
                                                "gpu02",
                                                nic("eth1").mtu(1500).address("10.10.0.2/24")),
                                "gpu02 eth1")
                        .saying("MTU 1500, wanted 9000 on rail0", "link-mtu-differs"),
                fires(
                                "a port larger than wanted",
                                World.pair().wantsMtu(4200),
                                "gpu01 eth1",
                                "gpu01 eth2",
                                "gpu02 eth1",
                                "gpu02 eth2")
                        .saying("need not take"),
                quiet("all ports at the wanted MTU", World.pair()),
                quiet(
                        "the management port may have any MTU",
                        World.pair().with("gpu02", nic("eth0").mtu(1400))),
                notChecked("no interfaces read", World.pair().without("gpu02", "ip -j addr")));
    }
}
