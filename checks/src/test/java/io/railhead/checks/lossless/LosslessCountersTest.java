package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.pfc;
import static io.railhead.checks.SeenLinks.counters;
import static io.railhead.checks.SeenPath.LEAF;
import static io.railhead.checks.SeenPath.cable;
import static io.railhead.checks.SeenPath.counted;
import static io.railhead.checks.SeenRdma.portCounters;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.fact.QosCounter;
import java.util.Map;
import java.util.stream.Stream;

final class LosslessCountersTest implements CheckCases {

    @Override
    public Check check() {
        return new LosslessCounters();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "set and counted side by side, and what is not counted",
                                cable().with(
                                                "gpu01",
                                                pfc("eth1", 3),
                                                counters("eth1", "rx_prio3_pause", 41L),
                                                portCounters(
                                                        "mlx5_0",
                                                        Map.of(),
                                                        Map.of("np_cnp_sent", 7L)))
                                        .with(
                                                "leaf1",
                                                pfc(LEAF, 3),
                                                counted(
                                                        LEAF,
                                                        QosCounter.Scope.PRIORITY,
                                                        3,
                                                        QosCounter.Way.SENT,
                                                        QosCounter.Measure.PAUSE_FRAMES,
                                                        12)),
                                "gpu01 eth1",
                                "leaf1 " + LEAF)
                        .saying(
                                "priority 3",
                                "rx_prio3_pause 41",
                                "np_cnp_sent 7",
                                "not counted there: tx_prio3_pause",
                                "pause sent 12"),
                quiet("no class is wanted", World.silent(1)),
                notChecked("nothing was read", cable()));
    }
}
