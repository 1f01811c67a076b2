package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.cpu;
import static io.railhead.checks.Seen.sysctl;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NumaBalancingOnTest implements CheckCases {

    @Override
    public Check check() {
        return new NumaBalancingOn();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "on with two nodes",
                                World.pair()
                                        .everywhere(sysctl("kernel.numa_balancing", "1"), cpu(2)),
                                "gpu01",
                                "gpu02")
                        .saying("2 NUMA nodes"),
                quiet("off", World.pair().everywhere(sysctl("kernel.numa_balancing", "0"), cpu(2))),
                quiet(
                        "one node has nothing to balance",
                        World.pair().everywhere(sysctl("kernel.numa_balancing", "1"), cpu(1))),
                quiet(
                        "the intent names a value: another check's business",
                        World.pair()
                                .wantsSysctl("kernel.numa_balancing", "1")
                                .everywhere(sysctl("kernel.numa_balancing", "1"), cpu(2))),
                quiet(
                        "a kernel without it",
                        World.pair().everywhere(sysctl("vm.swappiness", "1"), cpu(2))),
                notChecked("no sysctl read", World.pair()));
    }
}
