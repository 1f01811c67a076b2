package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.described;
import static io.railhead.checks.SeenClasses.ingress;
import static io.railhead.checks.SeenClasses.neighbour;
import static io.railhead.checks.SeenClasses.pfc;
import static io.railhead.checks.SeenClasses.queue;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class SwitchNoDropClassMissingTest implements CheckCases {

    @Override
    public Check check() {
        return new SwitchNoDropClassMissing();
    }

    private static World cable() {
        return World.silent(1).noIntent().with("gpu01", neighbour("eth1", "leaf1", "Ethernet1/7"));
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the class of the host is a dropping one at the switch",
                                cable().with("gpu01", pfc("eth1", 3))
                                        .with(
                                                "leaf1",
                                                ingress("Ethernet1/7", 0, false),
                                                ingress("Ethernet1/7", 3, false)),
                                "gpu01 eth1 <-> leaf1 Ethernet1/7")
                        .saying("without loss for priority 3"),
                fires(
                        "another class is without loss",
                        cable().with("gpu01", pfc("eth1", 3))
                                .with(
                                        "leaf1",
                                        queue("Ethernet1/7", 3, 3),
                                        ingress("Ethernet1/7", 4, true)),
                        "gpu01 eth1 <-> leaf1 Ethernet1/7"),
                quiet(
                        "a QoS group of another number that belongs to the priority",
                        cable().with("gpu01", pfc("eth1", 3))
                                .with(
                                        "leaf1",
                                        queue("Ethernet1/7", 3, 5),
                                        ingress("Ethernet1/7", 5, true))),
                quiet(
                        "a QoS group without loss, and no word on whose it is",
                        cable().with("gpu01", pfc("eth1", 3))
                                .with("leaf1", ingress("Ethernet1/7", 1, true))),
                quiet(
                        "there is one",
                        cable().with("gpu01", pfc("eth1", 3))
                                .with("leaf1", ingress("Ethernet1/7", 3, true))),
                notChecked(
                        "buffers were not read",
                        cable().with("gpu01", pfc("eth1", 3)).with("leaf1", pfc("Ethernet1/7", 3))),
                notChecked(
                        "the host has no class without loss",
                        cable().with("gpu01", pfc("eth1"))
                                .with(
                                        "leaf1",
                                        described("Ethernet1/7", "spare"),
                                        ingress("Ethernet1/7", 3, true))));
    }
}
