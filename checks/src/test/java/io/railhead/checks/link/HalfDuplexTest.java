package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.ethtool;
import static io.railhead.checks.SeenLinks.ethtoolUnknown;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class HalfDuplexTest implements CheckCases {

    @Override
    public Check check() {
        return new HalfDuplex();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "a link at half duplex",
                        World.pair()
                                .everywhere(ethtool("eth1", 100, "Full"))
                                .with("gpu02", ethtool("eth0", 0.1, "Half")),
                        "gpu02 eth0"),
                quiet("full duplex", World.pair().everywhere(ethtool("eth1", 100, "Full"))),
                quiet("a link that is down", World.pair().everywhere(ethtoolUnknown("eth1"))),
                notChecked(
                                "no ethtool",
                                World.pair()
                                        .with("gpu01", ethtool("eth1", 100, "Full"))
                                        .unavailable("gpu02", "ethtool eth1", "not installed"))
                        .saying("gpu02", "ethtool: not installed"));
    }
}
