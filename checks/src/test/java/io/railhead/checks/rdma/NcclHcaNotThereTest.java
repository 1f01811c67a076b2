package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenJobs.variable;
import static io.railhead.checks.SeenRdma.rdmaLink;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NcclHcaNotThereTest implements CheckCases {
    @Override
    public Check check() {
        return new NcclHcaNotThere();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "devices of another machine",
                                World.pair()
                                        .everywhere(rdmaLink("mlx5_0", "eth1"))
                                        .with(
                                                "gpu01",
                                                variable("/etc/nccl.conf", NAME, "mlx5_6,mlx5_7")),
                                "gpu01")
                        .saying("mlx5_0:1"),
                fires(
                                "a port that is down",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                rdmaLink("mlx5_0", "DOWN", "DISABLED", "eth1"),
                                                variable("/etc/nccl.conf", NAME, "=mlx5_0:1")),
                                "gpu01")
                        .saying("not active"),
                quiet(
                        "a beginning takes them",
                        World.pair()
                                .everywhere(
                                        rdmaLink("mlx5_0", "eth1"),
                                        variable("/etc/nccl.conf", NAME, "mlx5"))),
                notChecked(
                        "no RDMA device was read",
                        World.pair().everywhere(variable("/etc/nccl.conf", NAME, "mlx5_0"))));
    }

    private static final String NAME = "NCCL_IB_HCA";
}
