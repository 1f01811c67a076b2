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

final class RdmaDeviceWrongInterfaceTest implements CheckCases {

    @Override
    public Check check() {
        return new RdmaDeviceWrongInterface();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "two devices swapped",
                                World.pair()
                                        .everywhere(
                                                rdmaLink("mlx5_0", "eth1"),
                                                rdmaLink("mlx5_1", "eth2"))
                                        .with(
                                                "gpu02",
                                                rdmaLink("mlx5_0", "eth2"),
                                                rdmaLink("mlx5_1", "eth1")),
                                "gpu02 mlx5_0",
                                "gpu02 mlx5_1")
                        .saying("mlx5_0/1 stands behind eth2"),
                quiet(
                        "as the intent says",
                        World.pair()
                                .everywhere(
                                        rdmaLink("mlx5_0", "eth1"), rdmaLink("mlx5_1", "eth2"))),
                quiet(
                        "no devices named",
                        World.pair().wantsNoRdma().everywhere(rdmaLink("mlx5_0", "eth2"))),
                notChecked("nothing read", World.pair()));
    }
}
