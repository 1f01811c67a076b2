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

final class AddressOnWrongInterfaceTest implements CheckCases {

    @Override
    public Check check() {
        return new AddressOnWrongInterface();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "two rails swapped on one host",
                                World.pair()
                                        .with("gpu02", nic("eth1").address("10.10.1.2/24"))
                                        .with("gpu02", nic("eth2").address("10.10.0.2/24")),
                                "gpu02 eth1",
                                "gpu02 eth2")
                        .saying("10.10.0.2 is on eth2 instead of eth1"),
                quiet("every address in its place", World.pair()),
                quiet(
                        "an address that is nowhere is another fault",
                        World.pair().with("gpu02", nic("eth1"))),
                notChecked("no interfaces read", World.pair().without("gpu02", "ip -j addr")));
    }
}
