package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.gpu;
import static io.railhead.checks.Seen.nic;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Seen;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class SparkTwinUnusedTest implements CheckCases {

    @Override
    public Check check() {
        return new SparkTwinUnused();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the twin switched off",
                                spark(nic("enp1s0f0np0").down(), nic("enP2p1s0f0np0")),
                                "gpu01 enp1s0f0np0")
                        .saying("half of the port's rate"),
                quiet("both in use", spark(nic("enp1s0f0np0"), nic("enP2p1s0f0np0"))),
                quiet(
                        "neither in use",
                        spark(nic("enp1s0f0np0").down(), nic("enP2p1s0f0np0").down())),
                quiet(
                        "another machine with such names",
                        World.of(1)
                                .everywhere(
                                        gpu(0), nic("enp1s0f0np0").down(), nic("enP2p1s0f0np0"))),
                notChecked("no interfaces read", spark().without("gpu01", "ip -j addr")));
    }

    private static World spark(Seen... nics) {
        return World.of(1).everywhere(gpu(0).name("NVIDIA GB10")).everywhere(nics);
    }
}
