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

final class RoceMtu1500Test implements CheckCases {

    @Override
    public Check check() {
        return new RoceMtu1500();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "MTU 1500 where 9000 is wanted",
                                World.pair()
                                        .everywhere(
                                                rdmaPort("mlx5_0", 4096, "Ethernet"),
                                                rdmaPort("mlx5_1", 4096, "Ethernet"))
                                        .with(
                                                "gpu02",
                                                nic("eth1").mtu(1500).address("10.10.0.2/24"),
                                                rdmaPort("mlx5_0", 1024, "Ethernet")),
                                "gpu02 mlx5_0")
                        .saying("92.6 %", "98.0 %", "severity=ERROR"),
                fires(
                                "MTU 1500 as the intent has it",
                                World.of(1)
                                        .wantsMtu(1500)
                                        .everywhere(
                                                nic("eth1").mtu(1500).address("10.10.0.1/24"),
                                                rdmaPort("mlx5_0", 1024, "Ethernet")),
                                "gpu01 mlx5_0")
                        .saying("severity=WARNING"),
                fires(
                        "a device found behind its interface",
                        World.of(1)
                                .wantsNoRdma()
                                .wantsLossless()
                                .everywhere(
                                        nic("eth1").mtu(1500),
                                        rdmaLink("roce0", "eth1"),
                                        rdmaNetdev("roce0", "eth1"),
                                        rdmaPort("roce0", 1024, "Ethernet")),
                        "gpu01 roce0"),
                quiet(
                        "jumbo frames",
                        World.pair()
                                .everywhere(
                                        rdmaPort("mlx5_0", 4096, "Ethernet"),
                                        rdmaPort("mlx5_1", 4096, "Ethernet"))),
                quiet(
                        "a small RDMA MTU on a large interface is another fault",
                        World.pair().everywhere(rdmaPort("mlx5_0", 1024, "Ethernet"))),
                notChecked("nothing read", World.pair()));
    }
}
