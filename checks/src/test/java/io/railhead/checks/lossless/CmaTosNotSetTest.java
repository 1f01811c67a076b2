package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenPath.tos;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.fact.RdmaTos.Of;
import java.util.stream.Stream;

final class CmaTosNotSetTest implements CheckCases {

    @Override
    public Check check() {
        return new CmaTosNotSet();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "not set",
                                World.silent(1)
                                        .wantsLossless()
                                        .with("gpu01", tos("mlx5_0", Of.CONNECTION_MANAGER, 0)),
                                "gpu01 mlx5_0")
                        .saying("ToS 0", "-t 106"),
                fires(
                                "all queue pairs forced into another class",
                                World.silent(1)
                                        .wantsLossless()
                                        .with("gpu01", tos("mlx5_1", Of.QUEUE_PAIRS, 26)),
                                "gpu01 mlx5_1")
                        .saying("DSCP 6"),
                quiet(
                        "set, with or without ECN",
                        World.silent(1)
                                .wantsLossless()
                                .with(
                                        "gpu01",
                                        tos("mlx5_0", Of.CONNECTION_MANAGER, 104),
                                        tos("mlx5_1", Of.CONNECTION_MANAGER, 106),
                                        tos("mlx5_0", Of.QUEUE_PAIRS, 0))),
                quiet(
                        "of a device that is on no rail",
                        World.silent(1)
                                .wantsLossless()
                                .with("gpu01", tos("mlx5_9", Of.CONNECTION_MANAGER, 0))),
                notChecked("nothing read", World.silent(1).wantsLossless()));
    }
}
