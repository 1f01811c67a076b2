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

final class NicDriverDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new NicDriverDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "OFED on one, the kernel's driver on the others",
                                World.of(3)
                                        .everywhere(
                                                driver(
                                                        "eth1",
                                                        "mlx5_core",
                                                        "6.8.0-48-generic",
                                                        "28.41.1000 (MT_0000000838)"))
                                        .with(
                                                "gpu02",
                                                driver(
                                                        "eth1",
                                                        "mlx5_core",
                                                        "24.10-1.1.4",
                                                        "28.41.1000 (MT_0000000838)")),
                                "gpu02 mlx5_core")
                        .saying("24.10-1.1.4, while 2 of 3"),
                quiet(
                        "all alike",
                        World.of(3)
                                .everywhere(
                                        driver(
                                                "eth1",
                                                "mlx5_core",
                                                "24.10-1.1.4",
                                                "28.41.1000 (MT_0000000838)"))),
                quiet(
                        "different cards have different drivers",
                        World.pair()
                                .with(
                                        "gpu01",
                                        driver("eth1", "mlx5_core", "24.10-1.1.4", "28.41.1000"))
                                .with("gpu02", driver("eth1", "ice", "6.8.0", "4.40"))),
                notChecked("no ethtool", World.pair()));
    }
}
