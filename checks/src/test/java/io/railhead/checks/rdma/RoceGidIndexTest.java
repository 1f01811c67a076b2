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

final class RoceGidIndexTest implements CheckCases {

    @Override
    public Check check() {
        return new RoceGidIndex();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "healthy tables",
                                Gidded.pair(),
                                "gpu01 mlx5_0",
                                "gpu01 mlx5_1",
                                "gpu02 mlx5_0",
                                "gpu02 mlx5_1")
                        .saying("is at index 3", "severity=INFO"),
                fires(
                                "a device found behind its interface",
                                World.of(1)
                                        .wantsNoRdma()
                                        .wantsLossless()
                                        .everywhere(
                                                rdmaLink("roce0", "eth1"),
                                                rdmaNetdev("roce0", "eth1"),
                                                gid("roce0", 5, "RoCE v2", "10.10.0.1")),
                                "gpu01 roce0")
                        .saying("index 5"),
                quiet("no RDMA wanted", World.pair().wantsNoRdma()),
                notChecked(
                        "the GID is missing",
                        World.pair().everywhere(gid("mlx5_0", 0, "RoCE v2", "192.0.2.9"))));
    }
}
