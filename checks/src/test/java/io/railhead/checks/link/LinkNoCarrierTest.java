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

final class LinkNoCarrierTest implements CheckCases {

    @Override
    public Check check() {
        return new LinkNoCarrier();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "a port without a signal",
                        World.pair().with("gpu02", nic("eth1").noCarrier()),
                        "gpu02 eth1"),
                quiet("links up", World.pair()),
                quiet(
                        "a port that is switched off is another fault",
                        World.pair().with("gpu02", nic("eth1").down())),
                notChecked("no interfaces read", World.pair().without("gpu02", "ip -j addr")));
    }
}
