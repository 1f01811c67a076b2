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

final class GidIndexDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new GidIndexDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one host of three has it elsewhere",
                                Gidded.hosts(3)
                                        .without("gpu02", "show_gids")
                                        .with(
                                                "gpu02",
                                                gid("mlx5_0", 5, "RoCE v2", "10.10.0.2"),
                                                gid("mlx5_1", 3, "RoCE v2", "10.10.1.2")),
                                "gpu02 mlx5_0")
                        .saying("index of the RoCE v2 GID 5, while 2 of 3 twins have 3"),
                quiet("the same everywhere", Gidded.hosts(3)),
                quiet(
                        "rails may differ from one another",
                        World.pair()
                                .with(
                                        "gpu01",
                                        gid("mlx5_0", 3, "RoCE v2", "10.10.0.1"),
                                        gid("mlx5_1", 5, "RoCE v2", "10.10.1.1"))
                                .with(
                                        "gpu02",
                                        gid("mlx5_0", 3, "RoCE v2", "10.10.0.2"),
                                        gid("mlx5_1", 5, "RoCE v2", "10.10.1.2"))),
                quiet(
                        "a device found behind its interface",
                        World.of(1)
                                .wantsNoRdma()
                                .wantsLossless()
                                .everywhere(
                                        rdmaLink("roce0", "eth1"),
                                        rdmaNetdev("roce0", "eth1"),
                                        gid("roce0", 5, "RoCE v2", "10.10.0.1"))),
                notChecked("nothing read", World.pair()));
    }
}
