package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenJobs.again;
import static io.railhead.checks.SeenJobs.variable;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class JobVariablesDifferTest implements CheckCases {
    @Override
    public Check check() {
        return new JobVariablesDiffer();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one host of three was changed by hand",
                                World.of(3)
                                        .everywhere(variable(FILE, "NCCL_ALGO", "Ring"))
                                        .with("gpu02", variable(FILE, "NCCL_ALGO", "Tree")),
                                "gpu02 NCCL_ALGO")
                        .saying("Tree", "Ring"),
                quiet(
                        "one file says it twice: the line that counts is alike",
                        World.of(2)
                                .everywhere(variable(FILE, "NCCL_ALGO", "Ring"))
                                .with("gpu02", again(FILE, "NCCL_ALGO", "Tree"))),
                quiet("alike", World.of(3).everywhere(variable(FILE, "NCCL_ALGO", "Ring"))),
                quiet("none", World.pair()));
    }

    private static final String FILE = "/etc/nccl.conf";
}
