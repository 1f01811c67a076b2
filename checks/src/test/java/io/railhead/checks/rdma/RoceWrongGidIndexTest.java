package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenRdma.gid;
import static io.railhead.checks.SeenRdma.rdmaLink;
import static io.railhead.checks.SeenRdma.rdmaNetdev;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RoceWrongGidIndexTest implements CheckCases {

    @Override
    public Check check() {
        return new RoceWrongGidIndex();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the index of the v1 entry",
                                Gidded.pair()
                                        .job("NCCL_IB_GID_INDEX", "2")
                                        .everywhere(gid("mlx5_0", 2, "RoCE v1", "10.10.0.1"))
                                        .with("gpu02", gid("mlx5_1", 2, "RoCE v2", "10.10.1.2")),
                                "gpu01 mlx5_0",
                                "gpu01 mlx5_1",
                                "gpu02 mlx5_0")
                        .saying("which is RoCE v1 10.10.0.1; the right one is 3", "which is empty"),
                fires(
                        "a device found behind its interface",
                        World.of(1)
                                .wantsNoRdma()
                                .wantsLossless()
                                .job("NCCL_IB_GID_INDEX", "0")
                                .everywhere(
                                        rdmaLink("roce0", "eth1"),
                                        rdmaNetdev("roce0", "eth1"),
                                        gid("roce0", 5, "RoCE v2", "10.10.0.1")),
                        "gpu01 roce0"),
                quiet("the right index", Gidded.pair().job("NCCL_IB_GID_INDEX", "3")),
                quiet("left to NCCL", Gidded.pair().job()),
                notChecked("nothing read", World.pair().job("NCCL_IB_GID_INDEX", "3")));
    }
}
