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

final class InterfaceAdminDownTest implements CheckCases {

    @Override
    public Check check() {
        return new InterfaceAdminDown();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "a rail's interface switched off",
                        World.pair().with("gpu01", nic("eth2").down()),
                        "gpu01 eth2"),
                quiet("all interfaces up", World.pair()),
                quiet(
                        "an interface that no rail uses may be off",
                        World.pair().with("gpu01", nic("eth7").down())),
                notChecked("no interfaces read", World.pair().without("gpu01", "ip -j addr")));
    }
}
