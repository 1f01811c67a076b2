package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.counters;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RoceDiscardsTest implements CheckCases {

    @Override
    public Check check() {
        return new RoceDiscards();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "drops and never a pause",
                                World.pair()
                                        .wantsLossless()
                                        .everywhere(
                                                counters(
                                                        "eth1",
                                                        "rx_discards_phy",
                                                        0,
                                                        "tx_prio3_pause",
                                                        0))
                                        .with(
                                                "gpu02",
                                                counters(
                                                        "eth1",
                                                        "rx_discards_phy",
                                                        4711,
                                                        "tx_prio3_pause",
                                                        0)),
                                "gpu02 eth1")
                        .saying("4711 packets", "never paused its sender"),
                fires(
                                "drops although it paused",
                                World.pair()
                                        .wantsLossless()
                                        .everywhere(
                                                counters(
                                                        "eth1",
                                                        "rx_discards_phy",
                                                        0,
                                                        "tx_prio3_pause",
                                                        0))
                                        .with(
                                                "gpu02",
                                                counters(
                                                        "eth1",
                                                        "rx_discards_phy",
                                                        5,
                                                        "tx_prio3_pause",
                                                        90)),
                                "gpu02 eth1")
                        .saying("came too late"),
                fires(
                                "the class itself",
                                World.silent(1)
                                        .wantsLossless()
                                        .with(
                                                "gpu01",
                                                counters(
                                                        "eth1",
                                                        "rx_discards_phy",
                                                        0L,
                                                        "rx_prio3_discards",
                                                        7L)),
                                "gpu01 eth1")
                        .saying("7 packets of the lossless class"),
                quiet(
                        "no drops",
                        World.pair()
                                .wantsLossless()
                                .everywhere(counters("eth1", "rx_discards_phy", 0))),
                quiet(
                        "no lossless class wanted",
                        World.pair().everywhere(counters("eth1", "rx_discards_phy", 5))),
                notChecked("no intent", World.pair().noIntent()),
                notChecked("no counters", World.pair().wantsLossless()));
    }
}
