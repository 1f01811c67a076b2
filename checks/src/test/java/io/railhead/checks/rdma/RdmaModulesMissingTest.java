package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.module;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RdmaModulesMissingTest implements CheckCases {

    @Override
    public Check check() {
        return new RdmaModulesMissing();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "mlx5_core alone",
                                World.pair()
                                        .everywhere(
                                                module("mlx5_core"),
                                                module("mlx5_ib"),
                                                module("ib_core"),
                                                module("ib_uverbs"))
                                        .without("gpu02", "/proc/modules")
                                        .with("gpu02", module("mlx5_core")),
                                "gpu02 mlx5_ib")
                        .saying("mlx5_core is loaded and mlx5_ib is not"),
                quiet(
                        "all loaded",
                        World.pair()
                                .everywhere(
                                        module("mlx5_core"),
                                        module("mlx5_ib"),
                                        module("ib_core"),
                                        module("ib_uverbs"))),
                quiet("another vendor's card", World.pair().everywhere(module("ice"))),
                quiet("no RDMA wanted", World.pair().wantsNoRdma().everywhere(module("mlx5_core"))),
                notChecked("no modules read", World.pair()));
    }
}
