package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.cpu;
import static io.railhead.checks.Seen.pci;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Seen;
import io.railhead.checks.SeenPci;
import io.railhead.checks.World;
import java.util.Optional;
import java.util.stream.Stream;

final class PcieRelaxedOrderingTest implements CheckCases {

    @Override
    public Check check() {
        return new PcieRelaxedOrdering();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "off on a Xeon",
                                World.pair()
                                        .everywhere(cx7(), cpu(2))
                                        .with("gpu01", cx7().relaxedOrdering(Optional.of(false))),
                                "gpu01 0000:17:00.0")
                        .saying("severity=INFO"),
                fires(
                                "off on an EPYC",
                                World.pair()
                                        .everywhere(cx7(), epyc())
                                        .with("gpu01", cx7().relaxedOrdering(Optional.of(false))),
                                "gpu01 0000:17:00.0")
                        .saying("severity=WARNING", "where it matters"),
                quiet("on", World.pair().everywhere(cx7(), epyc())),
                notChecked(
                        "not root",
                        World.pair().everywhere(cx7().relaxedOrdering(Optional.empty()))),
                notChecked("the bus was not read", World.pair()));
    }

    private static SeenPci cx7() {
        return pci("0000:17:00.0", "Ethernet controller", "Mellanox MT2910 [ConnectX-7]");
    }

    private static Seen epyc() {
        return cpu(8, "AMD EPYC 9654 96-Core Processor");
    }
}
