package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;
import static io.railhead.checks.SeenClasses.leafPort;
import static io.railhead.checks.SeenClasses.neighbour;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Switch;
import io.railhead.model.intent.SwitchPort;
import io.railhead.model.intent.SwitchSystem;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

final class LinkMtuDiffersTest implements CheckCases {

    @Override
    public Check check() {
        return new LinkMtuDiffers();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "the two hosts of a rail differ",
                                World.pair()
                                        .with(
                                                "gpu02",
                                                nic("eth1").mtu(1500).address("10.10.0.2/24")),
                                "gpu01 <-> gpu02 rail0")
                        .saying("MTU 1500", "has 9000"),
                fires(
                                "one of four differs from the rest",
                                World.of(4)
                                        .with(
                                                "gpu03",
                                                nic("eth2").mtu(4200).address("10.10.1.3/24")),
                                "gpu03 eth2")
                        .saying("3 other ports of rail1 have 9000"),
                fires(
                                "a switch port smaller than the host's",
                                World.pair().wantsSwitch(leaf(1500)).wantsLink(cable()),
                                "gpu01 eth1 <-> leaf1/Ethernet1/27")
                        .saying("9000 bytes", "MTU 1500"),
                fires(
                                "a switch port that is smaller than the rail's packets, as it is",
                                World.of(1)
                                        .with("gpu01", neighbour("eth1", "leaf1", "Ethernet1/7"))
                                        .with(
                                                "leaf1",
                                                leafPort(
                                                        "Ethernet1/7",
                                                        "gpu01 eth1",
                                                        1500,
                                                        100,
                                                        "rs")),
                                "leaf1 Ethernet1/7")
                        .saying("MTU 1500", "9000 bytes"),
                quiet(
                        "a switch port that is larger",
                        World.pair().wantsSwitch(leaf(9216)).wantsLink(cable())),
                quiet("equal on all hosts, even if not as wanted", World.pair().wantsMtu(1500)),
                notChecked("no interfaces read", World.pair().without("gpu02", "ip -j addr")));
    }

    private static Switch leaf(int mtu) {
        return new Switch(
                "leaf1",
                SwitchSystem.NXOS,
                Optional.empty(),
                "10.0.0.250",
                Login.DEFAULT,
                List.of(new SwitchPort("Ethernet1/27", OptionalInt.of(mtu), Optional.empty())));
    }

    private static Link cable() {
        return new Link(
                new Link.End("gpu01", "eth1"),
                new Link.End("leaf1", "Ethernet1/27"),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());
    }
}
