package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.rise;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.counters.PortCounts.Kind;
import java.util.stream.Stream;

final class PauseHighTest implements CheckCases {

    @Override
    public Check check() {
        return new PauseHigh();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "stopped for a fifth of the time",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                rise(
                                                        "eth1",
                                                        Kind.PAUSE_MICROS,
                                                        3,
                                                        "rx_prio3_pause_duration",
                                                        0,
                                                        2_000_000)),
                                "gpu01 eth1")
                        .saying("stopped 20% of the time"),
                fires(
                                "frames alone",
                                World.pair()
                                        .with(
                                                "leaf1",
                                                rise(
                                                        "swp1",
                                                        Kind.PAUSE,
                                                        3,
                                                        "sent TxPFC3",
                                                        0,
                                                        200_000)),
                                "leaf1 swp1")
                        .saying("20,000/s"),
                quiet(
                        "short pauses",
                        World.pair()
                                .with(
                                        "gpu01",
                                        rise("eth1", Kind.PAUSE, 3, "rx_prio3_pause", 0, 900),
                                        rise(
                                                "eth1",
                                                Kind.PAUSE_MICROS,
                                                3,
                                                "rx_prio3_pause_duration",
                                                0,
                                                90_000))));
    }
}
