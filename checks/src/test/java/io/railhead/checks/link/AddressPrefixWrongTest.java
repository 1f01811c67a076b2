package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class AddressPrefixWrongTest implements CheckCases {

    @Override
    public Check check() {
        return new AddressPrefixWrong();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a /16 where the rail is a /24",
                                World.pair().with("gpu01", nic("eth1").address("10.10.0.1/16")),
                                "gpu01 eth1")
                        .saying("/16, wanted /24"),
                fires(
                                "a /32 for want of a prefix",
                                World.pair().with("gpu01", nic("eth1").address("10.10.0.1/32")),
                                "gpu01 eth1")
                        .saying("not on the link"),
                quiet("right prefixes", World.pair()),
                notChecked("no interfaces read", World.pair().without("gpu01", "ip -j addr")));
    }
}
