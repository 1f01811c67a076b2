package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.kernel;
import static io.railhead.checks.Seen.pci;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.SeenPci;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class IommuWithoutPassthroughTest implements CheckCases {

    @Override
    public Check check() {
        return new IommuWithoutPassthrough();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a NIC behind the IOMMU",
                                World.pair()
                                        .everywhere(kernel("6.8.0-45-generic"))
                                        .with("gpu01", cx7().iommuGroup(12)),
                                "gpu01")
                        .saying("1 NIC or GPU functions"),
                fires(
                        "asked for on the command line",
                        World.pair()
                                .everywhere(kernel("6.8.0-45-generic", "ro intel_iommu=on"), cx7()),
                        "gpu01",
                        "gpu02"),
                quiet(
                        "in pass-through mode",
                        World.pair()
                                .everywhere(
                                        kernel("6.8.0-45-generic", "ro intel_iommu=on iommu=pt"),
                                        cx7().iommuGroup(12))),
                quiet(
                        "no IOMMU at all",
                        World.pair().everywhere(kernel("6.8.0-45-generic"), cx7())),
                notChecked("no kernel read", World.pair()));
    }

    private static SeenPci cx7() {
        return pci("0000:17:00.0", "Ethernet controller", "Mellanox MT2910 [ConnectX-7]");
    }
}
