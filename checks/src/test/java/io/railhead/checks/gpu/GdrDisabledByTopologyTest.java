package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;
import static io.railhead.checks.SeenGpus.topology;
import static io.railhead.checks.SeenRdma.rdmaLink;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.Map;
import java.util.stream.Stream;

final class GdrDisabledByTopologyTest implements CheckCases {

    @Override
    public Check check() {
        return new GdrDisabledByTopology();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the rails given to the wrong GPUs",
                                World.of(1)
                                        .everywhere(
                                                gpu(0),
                                                rdmaLink("mlx5_0", "eth1"),
                                                topology(
                                                        NICS,
                                                        "GPU0 NIC0 SYS",
                                                        "GPU1 NIC0 PIX",
                                                        "GPU0 NIC1 PIX",
                                                        "GPU1 NIC1 SYS")),
                                "gpu01 GPU0",
                                "gpu01 GPU1")
                        .saying(
                                "on different sockets (SYS); GPU1 is near this NIC",
                                "severity=ERROR"),
                fires(
                                "no GPU is near the NIC",
                                World.of(1)
                                        .everywhere(
                                                gpu(0),
                                                topology(
                                                        NICS,
                                                        "GPU0 NIC0 SYS",
                                                        "GPU1 NIC0 SYS",
                                                        "GPU1 NIC1 PIX")),
                                "gpu01 GPU0")
                        .saying("severity=WARNING", "move the card"),
                quiet(
                        "each GPU near its NIC",
                        World.of(1)
                                .everywhere(
                                        gpu(0), topology(NICS, "GPU0 NIC0 PIX", "GPU1 NIC1 PXB"))),
                quiet(
                        "as near as this host allows",
                        World.of(1)
                                .everywhere(
                                        gpu(0),
                                        topology(NICS, "GPU0 NIC0 NODE", "GPU1 NIC1 NODE"))),
                quiet(
                        "a Spark has no GPUDirect at all",
                        World.of(1)
                                .everywhere(
                                        gpu(0).name("NVIDIA GB10"),
                                        topology(NICS, "GPU0 NIC0 SYS", "GPU1 NIC1 SYS"))),
                notChecked(
                                "the NIC is not in the matrix",
                                World.of(1)
                                        .everywhere(gpu(0), topology(Map.of(), "GPU0 GPU1 NV18")))
                        .saying("not in topo -m"),
                notChecked("no matrix", World.of(1).everywhere(gpu(0))));
    }

    private static final Map<String, String> NICS = Map.of("NIC0", "mlx5_0", "NIC1", "mlx5_1");
}
