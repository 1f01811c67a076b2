package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.pfc;
import static io.railhead.checks.SeenClasses.rise;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.counters.PortCounts.Kind;
import java.util.stream.Stream;

final class ClassDropsTest implements CheckCases {

    @Override
    public Check check() {
        return new ClassDrops();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the class of the intent",
                                World.pair()
                                        .wantsLossless()
                                        .with(
                                                "gpu01",
                                                rise(
                                                        "eth1",
                                                        Kind.DROPS,
                                                        3,
                                                        "rx_prio3_discards",
                                                        5,
                                                        125)),
                                "gpu01 eth1")
                        .saying("rx_prio3_discards rose by 120 (12.0/s)"),
                fires(
                        "a priority with PFC, without an intent",
                        World.pair()
                                .noIntent()
                                .with(
                                        "leaf1",
                                        pfc("swp1", 4),
                                        rise("swp1", Kind.DROPS, 4, "received PG4", 0, 1)),
                        "leaf1 swp1"),
                quiet(
                        "another priority",
                        World.pair()
                                .wantsLossless()
                                .with(
                                        "gpu01",
                                        rise("eth1", Kind.DROPS, 0, "rx_prio0_discards", 5, 125))),
                quiet(
                        "none came to those that were",
                        World.pair()
                                .wantsLossless()
                                .with(
                                        "gpu01",
                                        rise("eth1", Kind.DROPS, 3, "rx_prio3_discards", 5, 5))));
    }
}
