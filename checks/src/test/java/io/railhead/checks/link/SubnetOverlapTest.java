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

final class SubnetOverlapTest implements CheckCases {

    @Override
    public Check check() {
        return new SubnetOverlap();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a /16 on management covers the rails",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                nic("eth0").address("10.10.5.1/16").mtu(1500)),
                                "gpu01 eth0/eth1",
                                "gpu01 eth0/eth2")
                        .saying("eth0 10.10.5.1/16 and eth1 10.10.0.1/24"),
                quiet("separate networks", World.pair()),
                quiet(
                        "the same network twice is another fault",
                        World.pair().with("gpu01", nic("eth2").address("10.10.0.101/24"))),
                quiet(
                        "two networks of one port, the one within the other",
                        World.pair()
                                .with(
                                        "gpu01",
                                        nic("eth9")
                                                .address("10.20.0.1/24")
                                                .address("10.20.1.1/16"))),
                notChecked("no interfaces read", World.pair().without("gpu01", "ip -j addr")));
    }
}
