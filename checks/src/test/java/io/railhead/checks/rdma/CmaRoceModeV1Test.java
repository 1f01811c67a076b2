package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenRdma.cmaMode;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class CmaRoceModeV1Test implements CheckCases {

    @Override
    public Check check() {
        return new CmaRoceModeV1();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "version 1",
                                World.pair()
                                        .everywhere(cmaMode("mlx5_0", "RoCE v2"))
                                        .with("gpu02", cmaMode("mlx5_0", "IB/RoCE v1")),
                                "gpu02 mlx5_0")
                        .saying("use IB/RoCE v1"),
                quiet("version 2", World.pair().everywhere(cmaMode("mlx5_0", "RoCE v2"))),
                quiet("no RDMA wanted", World.pair().wantsNoRdma()),
                notChecked("nothing read", World.pair()));
    }
}
