package io.railhead.checks.lossless;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;
import static io.railhead.checks.SeenClasses.switchport;
import static io.railhead.checks.SeenPath.LEAF;
import static io.railhead.checks.SeenPath.cable;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.Map;
import java.util.stream.Stream;

final class UntaggedOnTrunkTest implements CheckCases {

    @Override
    public Check check() {
        return new UntaggedOnTrunk();
    }

    private static World at(Map<String, String> port) {
        return cable().with("gpu01", nic("eth1").address("10.10.0.1/24"))
                .with("leaf1", switchport(LEAF, port));
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "VLAN 1 is not among those that the trunk carries",
                                at(Map.of("mode", "trunk", "trunk allowed vlan", "100,101")),
                                "gpu01 eth1 <-> leaf1 " + LEAF)
                        .saying("carries VLAN 100,101 and not its native VLAN 1"),
                fires(
                        "nor the native VLAN that is named",
                        at(
                                Map.of(
                                        "mode",
                                        "trunk",
                                        "trunk native vlan",
                                        "7",
                                        "trunk allowed vlan",
                                        "100-110")),
                        "gpu01 eth1 <-> leaf1 " + LEAF),
                quiet(
                        "the native VLAN is carried",
                        at(
                                Map.of(
                                        "mode",
                                        "trunk",
                                        "trunk native vlan",
                                        "105",
                                        "trunk allowed vlan",
                                        "100-110"))),
                quiet("an access port", at(Map.of("mode", "access"))),
                quiet("a trunk that carries all", at(Map.of("mode", "trunk"))));
    }
}
