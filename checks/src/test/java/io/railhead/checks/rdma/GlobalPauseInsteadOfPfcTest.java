package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.pause;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class GlobalPauseInsteadOfPfcTest implements CheckCases {

    @Override
    public Check check() {
        return new GlobalPauseInsteadOfPfc();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the driver's default on one port",
                                World.pair()
                                        .wantsLossless()
                                        .everywhere(
                                                pause("eth1", false, false),
                                                pause("eth2", false, false))
                                        .with("gpu02", pause("eth1", true, true)),
                                "gpu02 eth1")
                        .saying("PFC of priority 3", "ethtool -A eth1"),
                quiet("off", World.pair().wantsLossless().everywhere(pause("eth1", false, false))),
                quiet(
                        "no lossless class wanted",
                        World.pair().everywhere(pause("eth1", true, true))),
                quiet(
                        "the management port may pause",
                        World.pair().wantsLossless().everywhere(pause("eth0", true, true))),
                notChecked("nothing read", World.pair().wantsLossless()));
    }
}
