package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.fec;
import static io.railhead.checks.SeenClasses.leafPort;
import static io.railhead.checks.SeenClasses.neighbour;
import static io.railhead.checks.SeenClasses.pfc;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class LinkFecDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new LinkFecDiffers();
    }

    private static World cable(String there) {
        return World.silent(1)
                .noIntent()
                .with("gpu01", neighbour("eth1", "leaf1", "Ethernet1/7"), fec("eth1", "RS"))
                .with("leaf1", leafPort("Ethernet1/7", "", 9216, 100, there));
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires("RS here, none there", cable("none"), "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("FEC rs", "off"),
                quiet("the same, in other words", cable("RS-FEC")),
                quiet("the switch leaves it to negotiation", cable("auto")),
                notChecked(
                        "the switch was not asked", cable("RS").without("leaf1", "show interface")),
                notChecked(
                        "no cable known",
                        World.silent(1)
                                .noIntent()
                                .with("gpu01", pfc("eth1", 3), fec("eth1", "RS"))));
    }
}
