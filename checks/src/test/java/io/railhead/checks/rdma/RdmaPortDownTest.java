package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenRdma.rdmaLink;
import static io.railhead.checks.SeenRdma.rdmaPortState;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RdmaPortDownTest implements CheckCases {

    @Override
    public Check check() {
        return new RdmaPortDown();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "no signal",
                                World.pair()
                                        .everywhere(
                                                rdmaLink("mlx5_0", "eth1"),
                                                rdmaLink("mlx5_1", "eth2"))
                                        .with(
                                                "gpu02",
                                                rdmaLink("mlx5_1", "DOWN", "POLLING", "eth2")),
                                "gpu02 mlx5_1")
                        .saying("DOWN / POLLING", "no signal"),
                fires(
                                "only sysfs was read",
                                World.pair()
                                        .everywhere(
                                                rdmaPortState("mlx5_0", 4, "ACTIVE", "Ethernet"))
                                        .with(
                                                "gpu01",
                                                rdmaPortState("mlx5_0", 1, "DOWN", "Ethernet")),
                                "gpu01 mlx5_0")
                        .saying("is DOWN, not ACTIVE"),
                fires(
                                "found behind its interface",
                                World.pair()
                                        .wantsNoRdma()
                                        .wantsLossless()
                                        .everywhere(rdmaLink("roce0", "DOWN", "DISABLED", "eth1")),
                                "gpu01 roce0",
                                "gpu02 roce0")
                        .saying("switched off"),
                quiet(
                        "active",
                        World.pair()
                                .everywhere(
                                        rdmaLink("mlx5_0", "eth1"), rdmaLink("mlx5_1", "eth2"))),
                quiet(
                        "a port that no rail uses",
                        World.pair()
                                .everywhere(
                                        rdmaLink("mlx5_0", "eth1"),
                                        rdmaLink("mlx5_7", "DOWN", "DISABLED", "eth9"))),
                quiet(
                        "an InfiniBand port that waits for a subnet manager is another fault",
                        World.pair().everywhere(rdmaPortState("mlx5_0", 2, "INIT", "InfiniBand"))),
                quiet("no RDMA wanted", World.pair().wantsNoRdma()),
                notChecked("nothing read", World.pair()));
    }
}
