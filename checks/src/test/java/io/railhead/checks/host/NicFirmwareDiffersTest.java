package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.driver;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class NicFirmwareDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new NicFirmwareDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one card behind",
                                World.of(3)
                                        .everywhere(
                                                driver(
                                                        "eth1",
                                                        "mlx5_core",
                                                        "24.10",
                                                        "28.41.1000 (MT_0000000838)"))
                                        .with(
                                                "gpu03",
                                                driver(
                                                        "eth1",
                                                        "mlx5_core",
                                                        "24.10",
                                                        "28.36.1010 (MT_0000000838)")),
                                "gpu03 eth1")
                        .saying("NIC firmware 28.36.1010, while 2 of 3 twins have 28.41.1000"),
                quiet(
                        "all alike",
                        World.of(3)
                                .everywhere(
                                        driver(
                                                "eth1",
                                                "mlx5_core",
                                                "24.10",
                                                "28.41.1000 (MT_0000000838)"))),
                quiet(
                        "cards of another parameter set are not twins",
                        World.pair()
                                .with(
                                        "gpu01",
                                        driver(
                                                "eth1",
                                                "mlx5_core",
                                                "24.10",
                                                "28.41.1000 (MT_0000000838)"))
                                .with(
                                        "gpu02",
                                        driver(
                                                "eth1",
                                                "mlx5_core",
                                                "24.10",
                                                "22.36.1010 (MT_0000000359)"))),
                quiet(
                        "virtual cards have no firmware",
                        World.pair()
                                .with("gpu01", driver("eth1", "virtio_net", "1.0.0", ""))
                                .with("gpu02", driver("eth1", "virtio_net", "1.0.0", "N/A"))),
                notChecked("no ethtool", World.pair()));
    }
}
