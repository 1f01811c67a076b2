package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.module;
import static io.railhead.checks.SeenLinks.transceiver;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Seen;
import io.railhead.checks.World;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

final class TransceiverOverheatTest implements CheckCases {

    @Override
    public Check check() {
        return new TransceiverOverheat();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "hotter than its warning limit",
                                World.pair()
                                        .everywhere(module("45.10"))
                                        .with("gpu02", module("76.50")),
                                "gpu02 eth1")
                        .saying("76.5 °C", "70.0 °C"),
                fires(
                                "its flag is raised",
                                World.pair()
                                        .everywhere(
                                                transceiver(
                                                        "eth1",
                                                        Map.of(
                                                                "Module temperature high alarm",
                                                                List.of("On")))),
                                "gpu01 eth1",
                                "gpu02 eth1")
                        .saying("raises its temperature flag"),
                quiet("cool", World.pair().everywhere(module("45.10"))),
                quiet(
                        "a copper cable without a thermometer",
                        World.pair().everywhere(transceiver("eth1", Map.of()))),
                notChecked("no module read", World.pair()));
    }

    private static Seen module(String celsius) {
        return transceiver(
                "eth1",
                Map.of(
                        "Module temperature",
                        List.of(celsius + " degrees C / 113.18 degrees F"),
                        "Module temperature high warning threshold",
                        List.of("70.00 degrees C / 158.00 degrees F")));
    }
}
