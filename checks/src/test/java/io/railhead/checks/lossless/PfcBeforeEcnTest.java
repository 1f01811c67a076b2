package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.rise;
import static io.railhead.checks.lossless.Rises.marked;
import static io.railhead.checks.lossless.Rises.pausesHeard;
import static io.railhead.checks.lossless.Rises.pausesSent;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.counters.PortCounts.Kind;
import java.util.stream.Stream;

final class PfcBeforeEcnTest implements CheckCases {

    @Override
    public Check check() {
        return new PfcBeforeEcn();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a switch pauses its senders and marks nothing",
                                World.pair().with("leaf1", pausesSent(0, 500), marked(70, 70)),
                                "leaf1 swp1")
                        .saying("sent TxPFC3 rose by 500 (50.0/s), and sent ecn-marked"),
                fires(
                        "a switch that also counts notifications that pass",
                        World.pair()
                                .with(
                                        "leaf1",
                                        pausesSent(0, 500),
                                        rise("swp1", Kind.CNP, -1, "sent cnp-packets", 0, 5),
                                        marked(70, 70)),
                        "leaf1 swp1"),
                fires(
                                "a host is paused and nobody notifies it",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                pausesHeard(0, 500),
                                                rise(
                                                        "mlx5_0",
                                                        Kind.CNP,
                                                        -1,
                                                        "rp_cnp_handled",
                                                        4,
                                                        4)),
                                "gpu01 eth1")
                        .saying("rp_cnp_handled did not rise"),
                quiet("both rise", World.pair().with("leaf1", pausesSent(0, 500), marked(70, 99))),
                quiet(
                        "a few pauses of one burst",
                        World.pair().with("leaf1", pausesSent(0, 9), marked(70, 70))),
                notChecked(
                                "a switch that does not count marks",
                                World.pair().with("leaf1", pausesSent(0, 500)))
                        .saying("marks are not counted"));
    }
}
