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

final class NcclVersionDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new NcclVersionDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one is behind",
                                World.of(3)
                                        .everywhere(installed("libnccl2", "2.30.7-1+cuda13.3"))
                                        .with("gpu01", installed("libnccl2", "2.27.3-1+cuda12.9")),
                                "gpu01")
                        .saying("NCCL 2.27.3-1+cuda12.9, while 2 of 3"),
                quiet(
                        "all alike",
                        World.of(3).everywhere(installed("libnccl2", "2.30.7-1+cuda13.3"))),
                quiet("not installed anywhere", World.of(3).everywhere(installed("bash", "5.2"))),
                notChecked("no packages read", World.pair()));
    }
}
