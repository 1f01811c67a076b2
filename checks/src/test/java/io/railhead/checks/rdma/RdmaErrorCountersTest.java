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

final class RdmaErrorCountersTest implements CheckCases {

    @Override
    public Check check() {
        return new RdmaErrorCounters();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "symbol errors and downed links",
                                World.pair()
                                        .everywhere(
                                                portCounters(
                                                        "mlx5_0",
                                                        longs("symbol_error", 0),
                                                        Map.of()))
                                        .with(
                                                "gpu02",
                                                portCounters(
                                                        "mlx5_0",
                                                        longs(
                                                                "symbol_error",
                                                                77,
                                                                "link_downed",
                                                                31),
                                                        Map.of())),
                                "gpu02 mlx5_0")
                        .saying("symbol_error 77, link_downed 31", "severity=WARNING"),
                fires(
                        "one wrong symbol in 10^11 bits",
                        World.pair()
                                .everywhere(
                                        portCounters("mlx5_0", longs("symbol_error", 0), Map.of()))
                                .with(
                                        "gpu02",
                                        portCounters(
                                                "mlx5_0",
                                                longs(
                                                        "symbol_error",
                                                        812,
                                                        "port_rcv_data",
                                                        10_000_000_000_000L),
                                                Map.of())),
                        "gpu02 mlx5_0"),
                quiet(
                        "60 wrong symbols in weeks of traffic, and three restarts of the switch",
                        World.pair()
                                .everywhere(
                                        portCounters(
                                                "mlx5_0",
                                                longs(
                                                        "symbol_error",
                                                        60,
                                                        "port_rcv_data",
                                                        90_000_000_000_000L,
                                                        "link_downed",
                                                        3),
                                                Map.of()))),
                quiet(
                        "traffic is no error",
                        World.pair()
                                .everywhere(
                                        portCounters(
                                                "mlx5_0",
                                                longs("symbol_error", 0, "port_rcv_data", 99),
                                                Map.of()))),
                quiet(
                        "no RDMA wanted",
                        World.pair()
                                .wantsNoRdma()
                                .everywhere(
                                        portCounters(
                                                "mlx5_0", longs("symbol_error", 9), Map.of()))),
                notChecked("nothing read", World.pair()));
    }
}
