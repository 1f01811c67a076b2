package io.railhead.store;

import io.railhead.model.Change;
import io.railhead.model.Conditions;
import io.railhead.model.Doubt;
import io.railhead.model.Evidence;
import io.railhead.model.Expectation;
import io.railhead.model.Finding;
import io.railhead.model.Measurement;
import io.railhead.model.NotChecked;
import io.railhead.model.Risk;
import io.railhead.model.Severity;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A run with one of everything.
final class Sample {
    private Sample() {}

    static Run run(String id) {
        return run(id, "bench", Instant.parse("2026-11-28T01:02:03.004Z"));
    }

    static Run run(String id, String kind, Instant at) {
        Measurement held =
                new Measurement(
                        "tcp.bandwidth",
                        9.81e9,
                        "bit/s",
                        Statistic.MEAN,
                        Conditions.of("from", "gpu01", "to", "gpu02", "mtu", "9000"),
                        new Source("gpu01: iperf3 -J", 1, 80),
                        Optional.of(new Expectation(9.4e9, 9.9e9, 1e10, "line x headers")));
        Measurement free =
                new Measurement(
                        "tcp.latency",
                        13_430,
                        "ns",
                        Statistic.P999,
                        Conditions.of("trip", "half"),
                        Source.line("gpu01: sockperf", 9),
                        Optional.of(Expectation.none("virtual link")));
        Measurement bare =
                new Measurement(
                        "ping.rtt",
                        100,
                        "ns",
                        Statistic.MIN,
                        Conditions.of(),
                        Source.line("p", 1),
                        Optional.empty());
        return Run.of(id, kind, "TCP", "lab", at, Duration.ofMillis(4321), "0.1.0")
                .withMeasurements(List.of(held, free, bare))
                .withFindings(
                        List.of(
                                new Finding(
                                        "mtu-mismatch",
                                        Severity.ERROR,
                                        "gpu01 eth1",
                                        "MTU 1500, wanted 9000",
                                        "netplan",
                                        "set it",
                                        List.of(new Evidence("gpu01: ip -j addr", 3, "mtu 1500")),
                                        Set.of("roce-mtu-1500"),
                                        new Doubt(
                                                Doubt.Certainty.LIKELY,
                                                "ip link",
                                                List.of(
                                                        new Doubt.Alternative(
                                                                "rdma-port-down", "ibstat"))))),
                        List.of(new NotChecked("pfc-storm", "gpu01", "ethtool -S not supported")))
                .withChanges(
                        List.of(
                                new Change(
                                        "gpu01",
                                        "link-mtu:eth1",
                                        "1500",
                                        "9000",
                                        Risk.MAY_DISCONNECT,
                                        "rail0 mtu",
                                        Set.of("netplan:60"),
                                        List.of("ip link set eth1 mtu 1500"))))
                .withFailures(List.of(new Run.Failed("gpu01 -> gpu03 rail0", "iperf3", "refused")))
                .withNotes(List.of("Lab: one computer"))
                .with("lab", "true");
    }
}
