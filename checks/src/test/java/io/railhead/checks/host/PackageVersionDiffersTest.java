package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.installed;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class PackageVersionDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new PackageVersionDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "Open MPI differs",
                                World.pair()
                                        .with("gpu01", installed("openmpi-bin", "4.1.6-7ubuntu2"))
                                        .with("gpu02", installed("openmpi-bin", "4.1.2-2ubuntu1")),
                                "gpu01 openmpi-bin <-> gpu02 openmpi-bin")
                        .saying("4.1.6-7ubuntu2 on gpu01 openmpi-bin"),
                quiet(
                        "all alike",
                        World.pair().everywhere(installed("openmpi-bin", "4.1.6-7ubuntu2"))),
                quiet(
                        "packages that no job depends on",
                        World.pair()
                                .with("gpu01", installed("vim", "9.1"))
                                .with("gpu02", installed("vim", "9.0"))),
                notChecked("no packages read", World.pair()));
    }
}
