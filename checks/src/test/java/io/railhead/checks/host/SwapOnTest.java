package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.memory;
import static io.railhead.checks.Seen.service;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class SwapOnTest implements CheckCases {

    @Override
    public Check check() {
        return new SwapOn();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "swap on an RDMA host",
                                World.pair().everywhere(memory(8L << 30)),
                                "gpu01",
                                "gpu02")
                        .saying("8 GiB", "severity=INFO"),
                fires(
                                "swap beside a kubelet",
                                World.pair()
                                        .everywhere(memory(0))
                                        .with(
                                                "gpu01",
                                                memory(8L << 30),
                                                service("kubelet.service", "failed", "infinity")),
                                "gpu01")
                        .saying("severity=WARNING", "kubelet"),
                quiet("no swap", World.pair().everywhere(memory(0))),
                quiet(
                        "neither RDMA nor GPUs",
                        World.pair().wantsNoRdma().everywhere(memory(8L << 30))),
                notChecked("no memory read", World.pair()));
    }
}
