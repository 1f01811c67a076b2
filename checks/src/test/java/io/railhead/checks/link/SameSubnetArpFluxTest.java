package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;
import static io.railhead.checks.Seen.sysctl;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class SameSubnetArpFluxTest implements CheckCases {

    @Override
    public Check check() {
        return new SameSubnetArpFlux();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "both ports in one /24 with the kernel's defaults",
                                arp(sameSubnet(), "0", "0"),
                                "gpu01 10.10.0.0/24")
                        .saying("eth1 and eth2", "severity=ERROR"),
                fires(
                                "both ports in one /24, and nobody knows how ARP is set",
                                sameSubnet(),
                                "gpu01 10.10.0.0/24")
                        .saying("was not read", "severity=WARNING"),
                quiet("both ports in one /24 with ARP kept apart", arp(sameSubnet(), "1", "2")),
                quiet("one subnet a rail", World.pair()),
                quiet(
                        "container bridges do not count",
                        World.pair()
                                .with(
                                        "gpu01",
                                        nic("docker0").address("172.17.0.1/16"),
                                        nic("br-77aa").address("172.17.0.2/16"))),
                notChecked("no interfaces read", World.pair().without("gpu01", "ip -j addr")));
    }

    private static World sameSubnet() {
        return World.pair().with("gpu01", nic("eth2").address("10.10.0.101/24"));
    }

    private static World arp(World world, String ignore, String announce) {
        return world.with(
                "gpu01",
                sysctl("net.ipv4.conf.all.arp_ignore", ignore),
                sysctl("net.ipv4.conf.all.arp_announce", announce));
    }
}
