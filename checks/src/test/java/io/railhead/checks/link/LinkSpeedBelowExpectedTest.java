package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.leafPort;
import static io.railhead.checks.SeenClasses.neighbour;
import static io.railhead.checks.SeenLinks.ethtool;
import static io.railhead.checks.SeenLinks.ethtoolUnknown;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.intent.RailPort;
import java.util.Optional;
import java.util.stream.Stream;

final class LinkSpeedBelowExpectedTest implements CheckCases {

    @Override
    public Check check() {
        return new LinkSpeedBelowExpected();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the switch's end is set to less",
                                World.of(1)
                                        .noIntent()
                                        .with(
                                                "gpu01",
                                                neighbour("eth1", "leaf1", "Ethernet1/7"),
                                                ethtool("eth1", 100, "Full"))
                                        .with("leaf1", leafPort("Ethernet1/7", "", 9216, 40, "rs")),
                                "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("100.00 Gb/s", "40.00 Gb/s"),
                notChecked(
                        "the same speed at both ends, and no intent",
                        World.of(1)
                                .noIntent()
                                .with(
                                        "gpu01",
                                        neighbour("eth1", "leaf1", "Ethernet1/7"),
                                        ethtool("eth1", 100, "Full"))
                                .with("leaf1", leafPort("Ethernet1/7", "", 9216, 100, "rs"))),
                notChecked("neither intent nor cable", World.of(1).noIntent()),
                fires(
                                "a port that settled at 25 Gb/s where 100 is wanted",
                                World.pair()
                                        .everywhere(
                                                ethtool("eth1", 100, "Full"),
                                                ethtool("eth2", 100, "Full"))
                                        .with("gpu02", ethtool("eth2", 25, "Full")),
                                "gpu02 eth2")
                        .saying("25.00 Gb/s, wanted 100.00 Gb/s", "severity=ERROR"),
                fires(
                                "slower than its twins, with no speed wanted",
                                noSpeedWanted(World.of(3))
                                        .everywhere(
                                                ethtool("eth1", 40, "Full"),
                                                ethtool("eth2", 40, "Full"))
                                        .with("gpu03", ethtool("eth1", 10, "Full")),
                                "gpu03 eth1")
                        .saying("2 of 2 twins", "severity=WARNING"),
                quiet(
                        "all at the wanted speed",
                        World.pair()
                                .everywhere(
                                        ethtool("eth1", 100, "Full"),
                                        ethtool("eth2", 100, "Full"))),
                quiet(
                        "faster than wanted is well",
                        World.pair()
                                .everywhere(
                                        ethtool("eth1", 200, "Full"),
                                        ethtool("eth2", 200, "Full"))),
                notChecked(
                                "speed unknown",
                                World.pair()
                                        .everywhere(
                                                ethtoolUnknown("eth1"),
                                                ethtool("eth2", 100, "Full")))
                        .saying("does not know the speed"),
                notChecked("no ethtool", World.pair()));
    }

    private static World noSpeedWanted(World world) {
        return world.ports(
                p ->
                        new RailPort(
                                p.rail(),
                                p.interfaceName(),
                                p.address(),
                                p.subnet(),
                                p.mtu(),
                                Optional.empty(),
                                p.rdma(),
                                p.gpu(),
                                p.switchPort()));
    }
}
