package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenClasses.described;
import static io.railhead.checks.SeenPath.differs;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Switch;
import io.railhead.model.intent.SwitchSystem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

final class SwitchConfigDriftTest implements CheckCases {

    private static final Switch LEAF =
            new Switch(
                    "leaf1",
                    SwitchSystem.NXOS,
                    Optional.empty(),
                    "10.0.0.250",
                    Login.DEFAULT,
                    List.of());

    @Override
    public Check check() {
        return new SwitchConfigDrift();
    }

    private static World leaf() {
        return World.silent(1).wantsLossless().wantsSwitch(LEAF);
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "two settings of one port",
                                leaf().with(
                                                "leaf1",
                                                described("Ethernet1/7", "x"),
                                                differs(
                                                        "interface Ethernet1/7",
                                                        "mtu 1500",
                                                        "mtu 9216"),
                                                differs(
                                                        "interface Ethernet1/7",
                                                        "",
                                                        "priority-flow-control mode on")),
                                "leaf1")
                        .saying(
                                "2 settings",
                                "interface Ethernet1/7 (2)",
                                "«mtu 1500» instead of «mtu 9216»"),
                quiet("as derived", leaf().with("leaf1", described("Ethernet1/7", "x"))),
                quiet(
                        "no class is wanted",
                        World.silent(1)
                                .wantsSwitch(LEAF)
                                .with("leaf1", described("Ethernet1/7", "x"))),
                notChecked(
                        "its configuration was not read",
                        leaf().with("leaf1", differs("", "", "x"))));
    }
}
