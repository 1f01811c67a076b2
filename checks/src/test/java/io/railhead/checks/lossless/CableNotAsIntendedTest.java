package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.neighbour;
import static io.railhead.checks.SeenPath.LEAF;
import static io.railhead.checks.SeenPath.between;
import static io.railhead.checks.SeenPath.cable;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class CableNotAsIntendedTest implements CheckCases {

    @Override
    public Check check() {
        return new CableNotAsIntended();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "in another port",
                                cable().wantsLink(
                                                between(
                                                        "gpu01",
                                                        "eth1",
                                                        "leaf1",
                                                        "Ethernet1/8",
                                                        5)),
                                "gpu01 eth1")
                        .saying("leaf1 Ethernet1/8", "leaf1 " + LEAF),
                quiet(
                        "where it belongs",
                        cable().wantsLink(between("gpu01", "eth1", "leaf1", LEAF, 5))),
                quiet(
                        "no neighbour is heard",
                        World.silent(1).wantsLink(between("gpu01", "eth1", "leaf1", LEAF, 5))),
                notChecked(
                        "nothing is wanted",
                        World.silent(1)
                                .noIntent()
                                .with("gpu01", neighbour("eth1", "leaf1", LEAF))));
    }
}
