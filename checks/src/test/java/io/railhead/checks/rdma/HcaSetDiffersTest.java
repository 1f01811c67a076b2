package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenRdma.rdmaLink;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class HcaSetDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new HcaSetDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one port less",
                                World.of(3)
                                        .everywhere(
                                                rdmaLink("mlx5_0", "eth1"),
                                                rdmaLink("mlx5_1", "eth2"))
                                        .with(
                                                "gpu02",
                                                rdmaLink("mlx5_1", "DOWN", "POLLING", "eth2")),
                                "gpu02")
                        .saying(
                                "active RDMA ports mlx5_0/1, while 2 of 3 twins have mlx5_0/1 mlx5_1/1"),
                quiet(
                        "all alike",
                        World.of(3)
                                .everywhere(
                                        rdmaLink("mlx5_0", "eth1"), rdmaLink("mlx5_1", "eth2"))),
                quiet("no RDMA wanted", World.pair().wantsNoRdma()),
                notChecked("nothing read", World.pair()));
    }
}
