package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.installed;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class ProviderMissingTest implements CheckCases {

    @Override
    public Check check() {
        return new ProviderMissing();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "the library alone",
                        World.pair()
                                .everywhere(
                                        installed("libibverbs1", "56.0"),
                                        installed("ibverbs-providers", "56.0"))
                                .without("gpu01", "dpkg-query")
                                .with("gpu01", installed("libibverbs1", "56.0")),
                        "gpu01"),
                quiet(
                        "both",
                        World.pair()
                                .everywhere(
                                        installed("libibverbs1", "56.0"),
                                        installed("ibverbs-providers", "56.0"))),
                quiet("neither: another fault", World.pair().everywhere(installed("bash", "5.2"))),
                quiet(
                        "no RDMA wanted",
                        World.pair().wantsNoRdma().everywhere(installed("libibverbs1", "56.0"))),
                notChecked("no packages read", World.pair()));
    }
}
