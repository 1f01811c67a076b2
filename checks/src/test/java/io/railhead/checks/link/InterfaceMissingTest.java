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

final class InterfaceMissingTest implements CheckCases {

    @Override
    public Check check() {
        return new InterfaceMissing();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a host without the rail's interface",
                                World.pair().withoutInterface("gpu02", "eth1"),
                                "gpu02 eth1")
                        .saying("there is no interface eth1 for rail0", "eth0, eth2"),
                fires(
                                "the address sits on an interface of another name",
                                World.pair()
                                        .withoutInterface("gpu02", "eth1")
                                        .with("gpu02", nic("ens6").address("10.10.0.2/24")),
                                "gpu02 eth1")
                        .saying("10.10.0.2 is on ens6"),
                quiet("all interfaces there", World.pair()),
                notChecked(
                                "no interfaces read",
                                World.pair()
                                        .without("gpu02", "ip -j addr")
                                        .unavailable("gpu02", "ip -j addr", "not installed"))
                        .saying("ip addr: not installed"),
                notChecked("no intent", World.pair().noIntent()));
    }
}
