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

final class RoceGidMissingTest implements CheckCases {

    @Override
    public Check check() {
        return new RoceGidMissing();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "only RoCE v1",
                                Gidded.pair()
                                        .without("gpu02", "show_gids")
                                        .with(
                                                "gpu02",
                                                gid("mlx5_0", 2, "RoCE v1", "10.10.0.2"),
                                                gid("mlx5_1", 3, "RoCE v2", "10.10.1.2")),
                                "gpu02 mlx5_0")
                        .saying("type RoCE v1 only (index 2)"),
                fires(
                                "another address",
                                Gidded.pair()
                                        .without("gpu02", "show_gids")
                                        .with(
                                                "gpu02",
                                                gid("mlx5_0", 3, "RoCE v2", "10.10.0.99"),
                                                gid("mlx5_1", 3, "RoCE v2", "10.10.1.2")),
                                "gpu02 mlx5_0")
                        .saying("no GID with 10.10.0.2", "3: 10.10.0.99 RoCE v2"),
                fires(
                                "no entry at all of one device",
                                Gidded.pair()
                                        .without("gpu02", "show_gids")
                                        .with("gpu02", gid("mlx5_1", 3, "RoCE v2", "10.10.1.2")),
                                "gpu02 mlx5_0")
                        .saying("the table holds nothing"),
                fires(
                        "a device found behind its interface",
                        World.pair()
                                .wantsNoRdma()
                                .wantsLossless()
                                .everywhere(
                                        rdmaLink("roce0", "eth1"),
                                        rdmaNetdev("roce0", "eth1"),
                                        gid("roce0", 3, "RoCE v2", "10.10.0.1")),
                        "gpu02 roce0"),
                quiet("v2 GIDs with the rails' addresses, whatever their index", Gidded.pair()),
                quiet("no RDMA wanted", World.pair().wantsNoRdma()),
                notChecked(
                                "a tool that does not say the type",
                                Gidded.pair()
                                        .without("gpu02", "show_gids")
                                        .with(
                                                "gpu02",
                                                gid("mlx5_0", 2, "", "10.10.0.2"),
                                                gid("mlx5_1", 3, "RoCE v2", "10.10.1.2")))
                        .saying("does not say the type"),
                notChecked("nothing read", World.pair()));
    }
}
