package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.longs;
import static io.railhead.checks.SeenRdma.portCounters;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.Map;
import java.util.stream.Stream;

final class RdmaLossCountersTest implements CheckCases {

    @Override
    public Check check() {
        return new RdmaLossCounters();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "gaps and timeouts",
                                World.pair()
                                        .everywhere(
                                                portCounters(
                                                        "mlx5_0",
                                                        Map.of(),
                                                        longs("out_of_sequence", 0)))
                                        .with(
                                                "gpu01",
                                                portCounters(
                                                        "mlx5_0",
                                                        Map.of(),
                                                        longs(
                                                                "out_of_sequence",
                                                                12,
                                                                "local_ack_timeout_err",
                                                                2))),
                                "gpu01 mlx5_0")
                        .saying("out_of_sequence 12, local_ack_timeout_err 2"),
                quiet(
                        "duplicates and CNPs are no loss",
                        World.pair()
                                .everywhere(
                                        portCounters(
                                                "mlx5_0",
                                                Map.of(),
                                                longs("np_cnp_sent", 44, "out_of_sequence", 0)))),
                quiet("no RDMA wanted", World.pair().wantsNoRdma()),
                notChecked("nothing read", World.pair()));
    }
}
