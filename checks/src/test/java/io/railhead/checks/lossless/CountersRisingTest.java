package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.rise;
import static io.railhead.checks.lossless.Rises.pausesHeard;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.counters.PortCounts.Kind;
import java.util.stream.Stream;

final class CountersRisingTest implements CheckCases {

    @Override
    public Check check() {
        return new CountersRising();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "pause that rises, with its rate and ratio",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                pausesHeard(100, 400),
                                                rise(
                                                        "eth1",
                                                        Kind.PACKETS,
                                                        3,
                                                        "tx_prio3_packets",
                                                        0,
                                                        100_000),
                                                rise(
                                                        "eth1",
                                                        Kind.DROPS,
                                                        3,
                                                        "rx_prio3_discards",
                                                        7,
                                                        7)),
                                "gpu01 eth1")
                        .saying(
                                "within 10 s: rx_prio3_pause rose by 300 (30.0/s), 3.00 in 1,000"
                                        + " packets; 1 did not rise"),
                fires(
                                "notifications by marks, of an RDMA device",
                                World.pair()
                                        .with(
                                                "gpu02",
                                                rise(
                                                        "mlx5_0",
                                                        Kind.ECN_MARKED,
                                                        -1,
                                                        "np_ecn_marked_roce_packets",
                                                        0,
                                                        400),
                                                rise(
                                                        "mlx5_0",
                                                        Kind.CNP,
                                                        -1,
                                                        "np_cnp_sent",
                                                        0,
                                                        300)),
                                "gpu02 mlx5_0")
                        .saying("np_cnp_sent rose by 300 (30.0/s), 0.75 a mark"),
                fires(
                                "one that was cleared in between",
                                World.pair().with("gpu01", pausesHeard(100, 4)),
                                "gpu01 eth1")
                        .saying("cleared in between"),
                fires(
                                "what is not counted is said",
                                World.pair().with("gpu01", pausesHeard(1, 2)),
                                "gpu01 eth1")
                        .saying("not counted there: drops"),
                quiet(
                        "packets alone",
                        World.pair()
                                .with(
                                        "gpu01",
                                        rise("eth1", Kind.PACKETS, 3, "tx_prio3_packets", 1, 2))));
    }
}
