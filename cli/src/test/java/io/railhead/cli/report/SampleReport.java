package io.railhead.cli.report;

import io.railhead.model.Bandwidth;
import io.railhead.model.Change;
import io.railhead.model.Conditions;
import io.railhead.model.Evidence;
import io.railhead.model.Expectation;
import io.railhead.model.Finding;
import io.railhead.model.Measurement;
import io.railhead.model.NotChecked;
import io.railhead.model.Risk;
import io.railhead.model.Severity;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import io.railhead.store.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;

/// Reports for tests.
final class SampleReport {
    static final Instant NOW = Instant.parse("2026-11-28T02:30:00Z");

    private SampleReport() {}

    static Cluster cluster(List<String> names, int rails, boolean lab) {
        List<Rail> all = new ArrayList<>();
        for (int r = 0; r < rails; r++) {
            all.add(
                    new Rail(
                            "rail" + r,
                            Subnet.parse("10." + (78 + r) + ".0.0/16").orElseThrow(),
                            9000,
                            Optional.of(Bandwidth.gbps(25))));
        }
        List<Host> hosts = new ArrayList<>();
        for (int h = 0; h < names.size(); h++) {
            List<RailPort> ports = new ArrayList<>();
            for (Rail rail : all) {
                int index = all.indexOf(rail);
                ports.add(
                        new RailPort(
                                rail.name(),
                                "eth" + (index + 1),
                                "10." + (78 + index) + "." + h / 250 + "." + (h % 250 + 1),
                                rail.subnet(),
                                9000,
                                rail.speed(),
                                Optional.empty(),
                                OptionalInt.empty(),
                                lab ? Optional.empty() : Optional.of("leaf" + index + "/" + h)));
            }
            hosts.add(
                    new Host(
                            names.get(h),
                            "10.77.0." + (h + 1),
                            Login.DEFAULT,
                            Optional.empty(),
                            ports,
                            Optional.empty(),
                            HostPolicy.DEFAULT,
                            0));
        }
        return new Cluster(
                "cluster.yaml",
                "sample",
                Login.DEFAULT,
                all,
                hosts,
                List.of(),
                List.of(),
                Optional.empty(),
                HostPolicy.DEFAULT,
                List.of(),
                lab);
    }

    static Measurement measurement(
            String metric,
            double value,
            String unit,
            Statistic statistic,
            String from,
            String to,
            String rail,
            String... more) {
        Conditions c = Conditions.of("from", from, "to", to, "rail", rail, "mtu", "9000");
        for (int i = 0; i + 1 < more.length; i += 2) {
            c = c.with(more[i], more[i + 1]);
        }
        return new Measurement(
                metric, value, unit, statistic, c, Source.line(from + ": x", 1), Optional.empty());
    }

    /// Every pair of the hosts on a rail; hosts in `slow` reach half.
    static List<Measurement> pairs(
            List<String> hosts, String rail, Set<String> slow, Expectation expectation, long seed) {
        Random random = new Random(seed);
        List<Measurement> all = new ArrayList<>();
        for (String a : hosts) {
            for (String b : hosts) {
                if (a.equals(b)) {
                    continue;
                }
                double factor = slow.contains(a) || slow.contains(b) ? 0.55 : 1;
                for (int streams : new int[] {1, 4}) {
                    double gbps =
                            factor
                                    * (streams == 1 ? 22.4 : 24.4)
                                    * (1 + 0.008 * random.nextGaussian());
                    all.add(
                            measurement(
                                            "tcp.bandwidth",
                                            gbps * 1e9,
                                            "bit/s",
                                            Statistic.MEAN,
                                            a,
                                            b,
                                            rail,
                                            "streams",
                                            Integer.toString(streams),
                                            "tool",
                                            "iperf3",
                                            "version",
                                            "iperf 3.12",
                                            "protocol",
                                            "TCP")
                                    .expecting(expectation));
                }
                all.add(
                        measurement(
                                "tcp.retransmits",
                                random.nextInt(20),
                                "count",
                                Statistic.TOTAL,
                                a,
                                b,
                                rail));
                for (String load : List.of("idle", "under-load")) {
                    double base =
                            (load.equals("idle") ? 9.5 : 14) * (1 + 0.05 * random.nextDouble());
                    double[] shape = {0.8, 1, 1.3, 2.4, 9 + 4 * random.nextDouble(), 60};
                    Statistic[] steps = {
                        Statistic.MIN,
                        Statistic.P50,
                        Statistic.P90,
                        Statistic.P99,
                        Statistic.P999,
                        Statistic.MAX
                    };
                    for (int i = 0; i < steps.length; i++) {
                        all.add(
                                measurement(
                                        "tcp.latency",
                                        base * shape[i] * 1e3,
                                        "ns",
                                        steps[i],
                                        a,
                                        b,
                                        rail,
                                        "load",
                                        load,
                                        "trip",
                                        "half",
                                        "tool",
                                        "sockperf",
                                        "version",
                                        "3.7-no.git"));
                    }
                }
                all.add(
                        measurement(
                                "ping.rtt",
                                60_000,
                                "ns",
                                Statistic.MEAN,
                                a,
                                b,
                                rail,
                                "trip",
                                "full"));
            }
        }
        return all;
    }

    static Finding mtu(String host) {
        return new Finding(
                "mtu-mismatch",
                Severity.ERROR,
                host + " eth2",
                host + " eth2 has MTU 1500, the intent says 9000.",
                "The interface was set to 1500 at run time; the netplan file says 9000.",
                "ip link set dev eth2 mtu 9000, or railhead plan and apply",
                List.of(
                        new Evidence(
                                host + ": ip -j addr show",
                                4,
                                "\"ifname\":\"eth2\",\"mtu\":1500,\"operstate\":\"UP\"")),
                Set.of("path-mtu-broken"));
    }

    static ReportData quickstart() {
        List<String> hosts = List.of("node1", "node2");
        Expectation none =
                Expectation.none(
                        "no physical expectation: node1 eth1 is a virtual link (veth): its stated"
                                + " speed is no wire's");
        List<Measurement> all = new ArrayList<>();
        all.addAll(pairs(hosts, "rail0", Set.of(), none, 1));
        all.addAll(pairs(hosts, "rail1", Set.of(), none, 2));
        return ReportData.builder("Railhead quickstart", NOW, "0.1.0")
                .cluster(cluster(hosts, 2, true))
                .findings(
                        "before",
                        List.of(mtu("node2")),
                        List.of(new NotChecked("pfc-storm", "node1", "ethtool -S not supported")))
                .changes(
                        "applied",
                        List.of(
                                new Change(
                                        "node2",
                                        "link-mtu:eth2",
                                        "mtu 1500",
                                        "mtu 9000",
                                        Risk.MAY_DISCONNECT,
                                        "cluster.yaml:12 rail1 mtu 9000",
                                        Set.of(),
                                        List.of("ip link set eth2 mtu 1500"))))
                .findings("after", List.of(), List.of())
                .measurements("bench", all, List.of(), List.of("Lab: one computer"))
                .provenance("command", "railhead quickstart")
                .build();
    }

    static ReportData fleet(int n, int rails) {
        List<String> hosts = new ArrayList<>();
        for (int i = 1; i <= n; i++) {
            hosts.add("gpu%03d".formatted(i));
        }
        Expectation line =
                new Expectation(
                        23.51e9,
                        24.75e9,
                        24.99e9,
                        "line 25 Gb/s x (9000-52)/(9000+38) = 0.9900 at MTU 9000: 24.75 Gb/s of"
                                + " payload; 95 % of that is the least");
        List<Measurement> all = new ArrayList<>();
        for (int r = 0; r < rails; r++) {
            all.addAll(
                    pairs(
                            hosts,
                            "rail" + r,
                            r == 0 ? Set.of(hosts.get(n / 3)) : Set.of(),
                            line,
                            r + 10));
        }
        String gone = hosts.getFirst() + " -> " + hosts.getLast() + " rail0";
        all.removeIf(
                m ->
                        gone.equals(
                                Paths.Way.of(m).from()
                                        + " -> "
                                        + Paths.Way.of(m).to()
                                        + " "
                                        + Paths.Way.of(m).rail()));
        return ReportData.builder("TCP between " + n + " hosts", NOW, "0.1.0")
                .cluster(cluster(hosts, rails, false))
                .findings("check", List.of(mtu(hosts.get(n / 3))), List.of())
                .measurements(
                        "bench",
                        all,
                        List.of(new Run.Failed(gone, "iperf3, 1 stream", "Connection refused")),
                        List.of())
                .build();
    }

    /// Names and texts that try to break out of the markup.
    static ReportData hostile() {
        String evil = "<script>alert(1)</script>";
        String quote = "\"><img src=x onerror=alert(2)> & 'x' \u202Eevil\u0000\u0007";
        List<String> hosts = List.of(evil, quote, "a&b", "]]>-->");
        Expectation none = Expectation.none(evil + quote);
        return ReportData.builder(evil, NOW, evil)
                .cluster(cluster(hosts, 1, false))
                .findings(
                        evil,
                        List.of(
                                new Finding(
                                        evil,
                                        Severity.ERROR,
                                        quote,
                                        evil,
                                        quote,
                                        evil,
                                        List.of(new Evidence(evil, 1, quote)),
                                        Set.of(evil))),
                        List.of(new NotChecked(evil, quote, evil)))
                .changes(
                        quote,
                        List.of(
                                new Change(
                                        evil, evil, evil, quote, Risk.LOW, quote, Set.of(),
                                        List.of())))
                .measurements(
                        evil,
                        pairs(hosts, evil, Set.of(evil), none, 1),
                        List.of(new Run.Failed(evil + " -> " + quote + " " + evil, evil, quote)),
                        List.of(evil))
                .note(evil)
                .provenance(evil, quote)
                .build();
    }
}
