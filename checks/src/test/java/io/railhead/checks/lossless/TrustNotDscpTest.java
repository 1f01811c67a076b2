package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.noRule;
import static io.railhead.checks.SeenClasses.trust;
import static io.railhead.checks.SeenLinks.driver;
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
                fires(
                        "no rule for a DSCP, at a NIC of mlx5",
                        cable().with(
                                        "gpu01",
                                        noRule("eth1"),
                                        driver("eth1", "mlx5_core", "6.8", "28.39")),
                        "gpu01 eth1"),
                notChecked(
                        "no rule for a DSCP, at another maker's NIC: what it does then is not known",
                        cable().with(
                                        "gpu01",
                                        noRule("eth1"),
                                        driver("eth1", "bnxt_en", "6.8", "230"))),
                notChecked("the NIC was not asked", cable()));
    }
}
