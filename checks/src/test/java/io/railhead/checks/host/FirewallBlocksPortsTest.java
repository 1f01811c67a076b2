package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenJobs.filter;
import static io.railhead.checks.SeenRdma.rdmaLink;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class FirewallBlocksPortsTest implements CheckCases {
    @Override
    public Check check() {
        return new FirewallBlocksPorts();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a rule drops RoCE's port",
                                World.pair()
                                        .with(
                                                "gpu02",
                                                filter("input accept", "udp dport 4791 -> drop"))
                                        .with("gpu01", filter()),
                                "gpu02 eth1, eth2")
                        .saying("UDP 4791", "udp dport 4791 drop"),
                fires(
                        "the same of a host whose RoCE is a card's is a warning only",
                        World.pair()
                                .with(
                                        "gpu02",
                                        filter("input accept", "udp dport 4791 -> drop"),
                                        rdmaLink("mlx5_0", "eth1"))
                                .with("gpu01", filter()),
                        "gpu02 eth1, eth2"),
                fires(
                                "only ssh is let in",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                filter(
                                                        "input drop",
                                                        "ct state established,related -> accept",
                                                        "iifname \"lo\" -> accept",
                                                        "meta l4proto icmp -> accept",
                                                        "tcp dport { 22, 80-90 } -> accept"))
                                        .with("gpu02", filter()),
                                "gpu01 eth1, eth2")
                        .saying("TCP to the ports that ranks listen at", "policy drop"),
                fires(
                                "one rail was forgotten, and the end is in another chain",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                filter(
                                                        "input accept",
                                                        "iifname { \"eth0\", \"eth1\" } -> accept",
                                                        "ct state vmap { established : accept, invalid : drop } -> ",
                                                        " -> jump last",
                                                        "last",
                                                        "tcp dport 22 -> return",
                                                        " -> reject"))
                                        .with("gpu02", filter()),
                                "gpu01 eth2")
                        .saying("ping"),
                fires(
                        "what is sent is dropped",
                        World.pair()
                                .with(
                                        "gpu01",
                                        filter(
                                                "output accept",
                                                "oifname \"eth2\" ip daddr 10.10.1.0/24 -> drop"))
                                .with("gpu02", filter()),
                        "gpu01 eth2"),
                quiet("no rules", World.pair().everywhere(filter())),
                quiet(
                        "the rails' networks are let through",
                        World.pair()
                                .everywhere(
                                        filter(
                                                "input drop",
                                                "ip saddr { 10.0.0.0/8, 192.168.0.0/16 } -> accept",
                                                "tcp dport 22 -> accept"))),
                quiet(
                        "rules for the management port alone",
                        World.pair()
                                .everywhere(filter("input accept", "iifname \"eth0\" -> drop"))),
                quiet(
                        "a rule whose meaning is a mark's is no proof",
                        World.pair()
                                .everywhere(
                                        filter(
                                                "input drop",
                                                "meta mark 0x4000 -> accept",
                                                "ip saddr @peers -> accept",
                                                "tcp dport 22 -> accept"))),
                quiet(
                        "what is limited is not dropped for certain",
                        World.pair()
                                .everywhere(
                                        filter(
                                                "input accept",
                                                "limit rate over 400/second -> drop"))),
                quiet(
                        "who forbids ping alone harms no job",
                        World.pair()
                                .everywhere(
                                        filter("input accept", "icmp type echo-request -> drop"))),
                notChecked(
                                "nft needs root",
                                World.pair()
                                        .unavailable(
                                                "gpu01",
                                                "nft list ruleset",
                                                "Operation not permitted"))
                        .saying("Operation not permitted"));
    }
}
