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

final class AddressMissingTest implements CheckCases {

    @Override
    public Check check() {
        return new AddressMissing();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a rail port without its address",
                                World.pair().with("gpu02", nic("eth1")),
                                "gpu02 eth1")
                        .saying("10.10.0.2/24", "no address"),
                fires(
                                "another address in its place",
                                World.pair().with("gpu02", nic("eth1").address("10.10.0.22/24")),
                                "gpu02 eth1")
                        .saying("eth1 has 10.10.0.22/24"),
                quiet("all addresses there", World.pair()),
                quiet(
                        "the address on another interface is another fault",
                        World.pair()
                                .with("gpu02", nic("eth1"))
                                .with("gpu02", nic("eth5").address("10.10.0.2/24"))),
                notChecked("no interfaces read", World.pair().without("gpu02", "ip -j addr")));
    }
}
