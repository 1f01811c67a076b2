package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;
import static io.railhead.checks.Seen.service;
import static io.railhead.checks.SeenGpus.topology;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Seen;
import io.railhead.checks.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

final class FabricManagerNotRunningTest implements CheckCases {

    @Override
    public Check check() {
        return new FabricManagerNotRunning();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the fabric is not done",
                                World.of(1)
                                        .everywhere(
                                                gpu(0).fabric(Optional.of("In Progress")),
                                                service(
                                                        "nvidia-fabricmanager.service",
                                                        "failed",
                                                        "infinity")),
                                "gpu01")
                        .saying("is In Progress", "loaded, failed"),
                fires(
                                "an older host whose GPUs do not tell",
                                World.of(1)
                                        .everywhere(
                                                gpu(0).fabric(Optional.empty()),
                                                eight("NV12"),
                                                service(
                                                        "nvidia-fabricmanager.service",
                                                        "inactive",
                                                        "infinity")),
                                "gpu01")
                        .saying("nvidia-fabricmanager is inactive"),
                quiet("done", World.of(1).everywhere(gpu(0))),
                quiet(
                        "no NVSwitch, no fabric manager needed",
                        World.of(1)
                                .everywhere(
                                        gpu(0).fabric(Optional.of("N/A")),
                                        eight("SYS"),
                                        service(
                                                "nvidia-fabricmanager.service",
                                                "inactive",
                                                "infinity"))),
                quiet("no GPUs", World.of(1)),
                notChecked("GPUs wanted and none read", World.pair().wantsGpus(8, "H100")));
    }

    private static Seen eight(String cell) {
        List<String> links = new ArrayList<>();
        for (int a = 0; a < 8; a++) {
            for (int b = a + 1; b < 8; b++) {
                links.add("GPU" + a + " GPU" + b + " " + cell);
            }
        }
        return topology(Map.of(), links.toArray(new String[0]));
    }
}
