package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;
import static io.railhead.checks.SeenRdma.rdmaLink;
import static io.railhead.checks.SeenRdma.rdmaNetdev;
import static io.railhead.checks.SeenRdma.rdmaPort;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RdmaMtuBelowInterfaceTest implements CheckCases {

    @Override
    public Check check() {
        return new RdmaMtuBelowInterface();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "1024 under an interface of 9000",
                                World.pair()
                                        .everywhere(rdmaPort("mlx5_0", 4096, "Ethernet"))
                                        .with("gpu01", rdmaPort("mlx5_0", 1024, "Ethernet")),
                                "gpu01 mlx5_0")
                        .saying("4096 would fit eth1's MTU of 9000"),
                quiet("4096", World.pair().everywhere(rdmaPort("mlx5_0", 4096, "Ethernet"))),
                quiet(
                        "1024 is all that fits 1500",
                        World.of(1)
                                .everywhere(
                                        nic("eth1").mtu(1500),
                                        rdmaPort("mlx5_0", 1024, "Ethernet"))),
                quiet(
                        "a device found behind its interface",
                        World.of(1)
                                .wantsNoRdma()
                                .wantsLossless()
                                .everywhere(
                                        rdmaLink("roce0", "eth1"),
                                        rdmaNetdev("roce0", "eth1"),
                                        rdmaPort("roce0", 4096, "Ethernet"))),
                notChecked("nothing read", World.pair()));
    }
}
