package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.counters;
import static io.railhead.checks.SeenLinks.pause;
import static io.railhead.checks.SeenPath.flowControl;

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

final class GlobalPauseInsteadOfPfcTest implements CheckCases {

    @Override
    public Check check() {
        return new GlobalPauseInsteadOfPfc();
    }

    private static final Switch LEAF =
            new Switch(
                    "leaf1",
                    SwitchSystem.NXOS,
                    Optional.empty(),
                    "10.0.0.250",
                    Login.DEFAULT,
                    List.of());

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the driver's default on one port",
                                World.pair()
                                        .wantsLossless()
                                        .everywhere(
                                                pause("eth1", false, false),
                                                pause("eth2", false, false))
                                        .with("gpu02", pause("eth1", true, true)),
                                "gpu02 eth1")
                        .saying("PFC of priority 3", "ethtool -A eth1"),
                fires(
                                "a switch port takes 802.3x pause",
                                World.silent(1)
                                        .wantsLossless()
                                        .wantsSwitch(LEAF)
                                        .with("gpu01", pause("eth1", false, false))
                                        .with(
                                                "leaf1",
                                                flowControl(
                                                        "Ethernet1/7",
                                                        "flowcontrol receive",
                                                        "on")),
                                "leaf1 Ethernet1/7")
                        .saying("no flowcontrol receive"),
                fires(
                                "the whole link was paused",
                                World.silent(1)
                                        .wantsLossless()
                                        .with(
                                                "gpu01",
                                                pause("eth1", false, false),
                                                counters(
                                                        "eth1",
                                                        "rx_pause_ctrl_phy",
                                                        5000L,
                                                        "rx_prio3_pause",
                                                        40L)),
                                "gpu01 eth1")
                        .saying("4,960 frames"),
                quiet(
                        "frames of PFC are in the port's counter, too",
                        World.silent(1)
                                .wantsLossless()
                                .with(
                                        "gpu01",
                                        pause("eth1", false, false),
                                        counters(
                                                "eth1",
                                                "rx_pause_ctrl_phy",
                                                5000L,
                                                "rx_prio3_pause",
                                                5000L))),
                quiet("off", World.pair().wantsLossless().everywhere(pause("eth1", false, false))),
                quiet(
                        "no lossless class wanted",
                        World.pair().everywhere(pause("eth1", true, true))),
                quiet(
                        "the management port may pause",
                        World.pair().wantsLossless().everywhere(pause("eth0", true, true))),
                notChecked("nothing read", World.pair().wantsLossless()));
    }
}
