package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.trust;
import static io.railhead.checks.SeenPath.LEAF;
import static io.railhead.checks.SeenPath.cable;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.model.fact.PortTrust.Field;
import java.util.stream.Stream;

final class TrustNotDscpTest implements CheckCases {

    @Override
    public Check check() {
        return new TrustNotDscp();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the NIC trusts the VLAN tag",
                                cable().with("gpu01", trust("eth1", Field.PCP)),
                                "gpu01 eth1")
                        .saying("--trust dscp", "DSCP 26"),
                fires(
                        "a switch port trusts nothing",
                        cable().with("gpu01", trust("eth1", Field.DSCP)).with("leaf1", trust(LEAF)),
                        "leaf1 " + LEAF),
                quiet(
                        "both trust DSCP",
                        cable().with("gpu01", trust("eth1", Field.DSCP))
                                .with("leaf1", trust(LEAF, Field.DSCP, Field.PCP))),
                notChecked("the NIC was not asked", cable()));
    }
}
