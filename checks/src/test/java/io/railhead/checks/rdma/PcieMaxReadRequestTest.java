package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.pci;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.SeenPci;
import io.railhead.checks.World;
import java.util.OptionalInt;
import java.util.stream.Stream;

final class PcieMaxReadRequestTest implements CheckCases {

    @Override
    public Check check() {
        return new PcieMaxReadRequest();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "512 bytes",
                                World.pair()
                                        .everywhere(cx7())
                                        .with("gpu02", cx7().readRequest(OptionalInt.of(512))),
                                "gpu02 0000:17:00.0")
                        .saying("512 bytes, wanted 4096"),
                quiet("4096 bytes", World.pair().everywhere(cx7())),
                quiet(
                        "another vendor's card",
                        World.pair()
                                .everywhere(
                                        pci("0000:01:00.0", "Ethernet controller", "Intel I350")
                                                .readRequest(OptionalInt.of(512)))),
                notChecked(
                                "not root",
                                World.pair().everywhere(cx7().readRequest(OptionalInt.empty())))
                        .saying("needs root"),
                notChecked("the bus was not read", World.pair()));
    }

    private static SeenPci cx7() {
        return pci("0000:17:00.0", "Ethernet controller", "Mellanox MT2910 [ConnectX-7]");
    }
}
