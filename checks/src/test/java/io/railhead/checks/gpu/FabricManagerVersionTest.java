package io.railhead.checks.gpu;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;
import static io.railhead.checks.Seen.installed;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class FabricManagerVersionTest implements CheckCases {

    @Override
    public Check check() {
        return new FabricManagerVersion();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one upgraded alone",
                                World.pair()
                                        .everywhere(
                                                gpu(0),
                                                installed(
                                                        "nvidia-fabricmanager-580", "580.95.05-1"))
                                        .with(
                                                "gpu02",
                                                installed(
                                                        "nvidia-fabricmanager-580", "580.65.06-1")),
                                "gpu02")
                        .saying("fabric manager is 580.65.06, the driver 580.95.05"),
                quiet(
                        "both of one version",
                        World.pair()
                                .everywhere(
                                        gpu(0),
                                        installed("nvidia-fabricmanager-580", "580.95.05-1"))),
                quiet("not installed", World.pair().everywhere(gpu(0), installed("bash", "5.2"))),
                quiet("no GPUs", World.pair()),
                notChecked("GPUs wanted and none read", World.pair().wantsGpus(8, "H100")));
    }
}
