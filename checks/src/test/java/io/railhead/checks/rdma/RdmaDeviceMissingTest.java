package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenRdma.rdmaLink;
import static io.railhead.checks.SeenRdma.rdmaSubsystem;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RdmaDeviceMissingTest implements CheckCases {

    @Override
    public Check check() {
        return new RdmaDeviceMissing();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a device under another name",
                                World.pair()
                                        .everywhere(
                                                rdmaLink("mlx5_0", "eth1"),
                                                rdmaLink("mlx5_1", "eth2"))
                                        .without("gpu02", "rdma link")
                                        .with(
                                                "gpu02",
                                                rdmaLink("rocep1s0f0", "eth1"),
                                                rdmaLink("mlx5_1", "eth2")),
                                "gpu02 mlx5_0")
                        .saying("the host has mlx5_1, rocep1s0f0"),
                fires(
                                "a kernel without RDMA",
                                World.pair()
                                        .everywhere(
                                                rdmaLink("mlx5_0", "eth1"),
                                                rdmaLink("mlx5_1", "eth2"))
                                        .without("gpu02", "rdma link")
                                        .with("gpu02", rdmaSubsystem(false)),
                                "gpu02 mlx5_0",
                                "gpu02 mlx5_1")
                        .saying("the kernel has no RDMA subsystem"),
                fires(
                                "a lossless rail without a device behind it",
                                World.pair()
                                        .wantsNoRdma()
                                        .wantsLossless()
                                        .everywhere(
                                                rdmaLink("mlx5_0", "eth1"), rdmaSubsystem(true)),
                                "gpu01 eth2",
                                "gpu02 eth2")
                        .saying("no RDMA device stands behind eth2"),
                quiet(
                        "a rail without RDMA beside one that names its device",
                        World.pair()
                                .wantsNoRdma(p -> p.interfaceName().equals("eth2"))
                                .wantsLossless()
                                .everywhere(rdmaLink("mlx5_0", "eth1"), rdmaSubsystem(true))),
                quiet(
                        "all there",
                        World.pair()
                                .everywhere(
                                        rdmaLink("mlx5_0", "eth1"), rdmaLink("mlx5_1", "eth2"))),
                quiet(
                        "no RDMA wanted",
                        World.pair().wantsNoRdma().everywhere(rdmaSubsystem(false))),
                notChecked("nothing read", World.pair()));
    }
}
