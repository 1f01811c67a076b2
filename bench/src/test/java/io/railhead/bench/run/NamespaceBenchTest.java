package io.railhead.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Benchmarks;
import io.railhead.bench.DiskSettings;
import io.railhead.bench.Ends;
import io.railhead.bench.Failure;
import io.railhead.bench.Namespaces;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.schedule.Round;
import io.railhead.bench.schedule.Uplinks;
import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Collector;
import io.railhead.reach.Target;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Real iperf3, sockperf and ping between network namespaces.
@Tag("lab")
class NamespaceBenchTest {
    private static final int MTU = 9000;
    private static final Settings QUICK =
            new Settings(
                    List.of(1, 2), Duration.ofSeconds(1), 1, java.util.OptionalLong.empty(), 64, 3);

    private static final List<Benchmark> TCP = Benchmarks.of("ping", "iperf3", "sockperf");

    private static Optional<Namespaces> made = Optional.empty();

    @BeforeAll
    static void up() throws Exception {
        Optional<String> obstacle =
                Namespaces.obstacle("ip", "ss", "iperf3", "sockperf", "ping", "ethtool", "setsid");
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        made = Optional.of(Namespaces.up(3, MTU));
    }

    @AfterAll
    static void down() throws Exception {
        if (made.isPresent()) {
            made.get().down();
        }
    }

    private static Facts collect(Namespaces hosts, Cluster cluster) {
        Facts.Builder facts = Facts.builder();
        new Collector(hosts, 4, Duration.ofSeconds(30))
                .collect(
                        cluster.hosts().stream().map(Target::of).toList(),
                        Parsers.installed()
                                .probes(
                                        Set.of(
                                                NetInterface.class,
                                                EthtoolLink.class,
                                                DriverInfo.class)),
                        name -> List.of(),
                        event -> {})
                .forEach(
                        c -> {
                            facts.machine(c.machine());
                            c.transcripts().forEach(t -> Parsers.installed().read(t, facts));
                        });
        return facts.build();
    }

    /// Servers that lost their controller end by their own watchdog, within their limit and a
    /// little more.
    private static void assertNothingLeftOn(Namespaces hosts) throws Exception {
        long patience = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        for (String host : List.of("h1", "h2", "h3")) {
            while (!hosts.running(host).isEmpty() && System.nanoTime() < patience) {
                Thread.sleep(200);
            }
            assertThat(hosts.running(host)).as(host).isEmpty();
        }
    }

    @Test
    void everyPairIsMeasuredUnderStatedConditionsAndNothingIsLeftBehind() throws Exception {
        Namespaces hosts = made.orElseThrow();
        Cluster cluster = hosts.cluster(MTU);
        BenchResult result;
        try (Bench bench = new Bench(hosts, Duration.ofSeconds(5))) {
            result =
                    bench.run(
                            cluster,
                            collect(hosts, cluster),
                            BenchPlan.of(cluster, List.of(), TCP, QUICK, true, 1),
                            new Watcher() {});
        }
        assertThat(result.failures()).isEmpty();
        assertThat(result.complete()).isTrue();
        List<Measurement> all = result.measurements();
        Set<String> pairs =
                all.stream()
                        .map(m -> m.conditions().get("from") + ">" + m.conditions().get("to"))
                        .collect(Collectors.toSet());
        assertThat(pairs).containsExactlyInAnyOrder("h1>h2", "h2>h3", "h3>h1");

        List<Measurement> bandwidth =
                all.stream().filter(m -> m.metric().equals("tcp.bandwidth")).toList();
        assertThat(bandwidth).hasSize(6);
        assertThat(bandwidth)
                .allSatisfy(
                        m -> {
                            assertThat(m.value()).isBetween(1e6, 1e12);
                            assertThat(m.conditions().get("mtu")).isEqualTo("9000");
                            assertThat(m.conditions().get("line")).isEqualTo("virtual");
                            assertThat(m.conditions().get("streams")).isIn("1", "2");
                            assertThat(m.conditions().get("version")).contains("3.");
                            assertThat(m.conditions().get("lab")).isEqualTo("true");
                            assertThat(m.verdict()).isEqualTo(Verdict.NONE);
                            assertThat(m.expectation().orElseThrow().why())
                                    .contains("virtual link (veth)");
                            assertThat(m.source().document()).contains("iperf3 -J");
                        });

        List<Measurement> p50 =
                all.stream()
                        .filter(m -> m.metric().equals("tcp.latency"))
                        .filter(m -> m.statistic() == Statistic.P50)
                        .toList();
        assertThat(p50).hasSize(6);
        assertThat(p50)
                .allSatisfy(
                        m -> {
                            assertThat(m.unit()).isEqualTo("ns");
                            assertThat(m.value()).isBetween(500.0, 1e9);
                            assertThat(m.conditions().get("trip")).isEqualTo("half");
                        });
        assertThat(p50.stream().map(m -> m.conditions().get("load")))
                .contains("idle", "under-load");
        assertThat(all.stream().filter(m -> m.metric().equals("ping.rtt")))
                .allSatisfy(m -> assertThat(m.conditions().get("trip")).isEqualTo("full"));
        assertThat(all.stream().filter(m -> m.metric().equals("ping.loss")))
                .hasSize(3)
                .allMatch(m -> m.value() == 0);
        assertNothingLeftOn(hosts);
    }

    @Test
    void aHostThatDiesInTheMiddleCostsOnlyItsOwnPairs() throws Exception {
        Namespaces three = made.orElseThrow();
        Cluster cluster = three.cluster(MTU);
        BenchPlan plan =
                BenchPlan.of(
                        cluster,
                        List.of(),
                        List.of(Benchmarks.named("iperf3").orElseThrow()),
                        QUICK.withStreams(List.of(1)),
                        false,
                        1);
        // h2 dies while it serves its first pair.
        BenchResult result;
        try (Bench bench = new Bench(three, Duration.ofSeconds(2))) {
            result =
                    bench.run(
                            cluster,
                            collect(three, cluster),
                            plan,
                            new Watcher() {
                                @Override
                                public void started(Pair pair) {
                                    if (pair.to().equals("h2")) {
                                        three.kill("h2");
                                    }
                                }
                            });
        } finally {
            three.revive("h2");
        }
        assertThat(result.failures())
                .isNotEmpty()
                .allMatch(f -> f.pair().from().equals("h2") || f.pair().to().equals("h2"))
                .allMatch(Failure::unreachable)
                .allMatch(f -> f.why().startsWith("h2: "));
        assertThat(result.measurements())
                .filteredOn(m -> m.metric().equals("tcp.bandwidth"))
                .extracting(m -> m.conditions().get("from") + ">" + m.conditions().get("to"))
                .contains("h1>h3", "h3>h1");
        assertNothingLeftOn(three);
    }

    @Test
    void theServerEndsWhenTheClientsHostDies() throws Exception {
        Namespaces hosts = made.orElseThrow();
        Cluster cluster = hosts.cluster(MTU);
        Benchmark iperf3 = Benchmarks.named("iperf3").orElseThrow();
        BenchPlan plan =
                new BenchPlan(
                        List.of(iperf3),
                        QUICK.withStreams(List.of(1)).withTime(Duration.ofSeconds(20)),
                        List.of(Round.of(List.of(new Pair("rail0", "h1", "h2")))),
                        new Uplinks(cluster),
                        List.of());
        BenchResult result;
        try (Bench bench = new Bench(hosts, Duration.ofSeconds(2))) {
            Thread assassin =
                    Thread.startVirtualThread(
                            () -> {
                                try {
                                    while (hosts.running("h1").stream()
                                            .noneMatch(c -> c.startsWith("iperf3"))) {
                                        Thread.sleep(20);
                                    }
                                    hosts.kill("h1");
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            result = bench.run(cluster, collect(hosts, cluster), plan, new Watcher() {});
            assassin.join();
        } finally {
            hosts.revive("h1");
        }
        assertThat(result.failures())
                .singleElement()
                .satisfies(f -> assertThat(f.why()).isEqualTo("h1: connection lost"));
        assertThat(hosts.running("h2")).isEmpty();
    }

    @Test
    void aRunThatIsStoppedKeepsWhatItHasAndLeavesNothing() throws Exception {
        Namespaces hosts = made.orElseThrow();
        Cluster cluster = hosts.cluster(MTU);
        Benchmark iperf3 = Benchmarks.named("iperf3").orElseThrow();
        BenchPlan plan =
                new BenchPlan(
                        List.of(iperf3),
                        QUICK.withTime(Duration.ofSeconds(2)),
                        List.of(Round.of(List.of(new Pair("rail0", "h1", "h2")))),
                        new Uplinks(cluster),
                        List.of());
        try (Bench bench = new Bench(hosts, Duration.ofSeconds(2))) {
            Thread stopper =
                    Thread.startVirtualThread(
                            () -> {
                                waitFor(hosts, c -> c.contains("-P 2"));
                                bench.stop();
                            });
            BenchResult result =
                    bench.run(cluster, collect(hosts, cluster), plan, new Watcher() {});
            stopper.join();
            assertThat(hosts.running("h1")).isEmpty();
            assertThat(hosts.running("h2")).isEmpty();
            assertThat(result.complete()).isFalse();
            assertThat(result.failures()).isEmpty();
            assertThat(result.measurements())
                    .filteredOn(m -> m.metric().equals("tcp.bandwidth"))
                    .extracting(m -> m.conditions().get("streams"))
                    .containsExactly("1");
        }
    }

    @Test
    void aDiskTestIsEndedWithItsFileWhenItIsStoppedAndWhenItsConnectionDies() throws Exception {
        assumeTrue(Namespaces.obstacle("fio").isEmpty(), "fio is not installed");
        Namespaces hosts = made.orElseThrow();
        Cluster cluster = hosts.cluster(MTU);
        Benchmark fio = Benchmarks.named("fio").orElseThrow();
        Settings settings =
                QUICK.withTime(Duration.ofSeconds(600))
                        .withDisk(new DiskSettings(hosts.scratch(), 1 << 24));
        String client = fio.client(fio.cases(settings).getFirst(), new Ends("", "", "", "", ""));
        for (boolean connectionDies : List.of(false, true)) {
            Afoot afoot = new Afoot();
            Machine h1 =
                    new Machine(
                            Target.of(cluster.hosts().getFirst()),
                            hosts,
                            Duration.ofSeconds(2),
                            List.of(fio));
            Thread stopper =
                    Thread.startVirtualThread(
                            () -> {
                                waitFor(hosts, c -> c.startsWith("fio --name=disk"));
                                if (connectionDies) {
                                    hosts.cut("h1");
                                } else {
                                    afoot.stop(Duration.ofSeconds(10));
                                }
                            });
            try {
                var _ =
                        afoot.client(
                                h1, "fio", "timeout -k 5 600 " + client, Duration.ofSeconds(600));
                assertThat(connectionDies).isFalse();
            } catch (Unreachable e) {
                assertThat(connectionDies).isTrue();
            }
            stopper.join();
            long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (!hosts.running("h1").isEmpty() && System.nanoTime() < end) {
                Thread.sleep(50);
            }
            assertThat(hosts.running("h1")).isEmpty();
            assertThat(hosts.left("railhead-")).isEmpty();
        }
    }

    private static void waitFor(Namespaces hosts, Predicate<String> command) {
        try {
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (hosts.running("h1").stream().noneMatch(command) && System.nanoTime() < end) {
                Thread.sleep(20);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aServerNobodyStopsEndsByItselfAtItsLimit() throws Exception {
        Namespaces hosts = made.orElseThrow();
        Cluster cluster = hosts.cluster(MTU);
        Target target = Target.of(cluster.hosts().getFirst());
        Served.Start start =
                Served.start(
                        hosts.open(target, Duration.ofSeconds(1)),
                        "iperf3",
                        "iperf3 -s -B 10.78.0.1 -p $port",
                        5201,
                        Duration.ofSeconds(1));
        assertThat(start.why()).isEmpty();
        assertThat(hosts.running("h1")).anyMatch(c -> c.startsWith("iperf3 -s"));
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (hosts.running("h1").stream().anyMatch(c -> c.startsWith("iperf3"))
                && System.nanoTime() < end) {
            Thread.sleep(50);
        }
        assertThat(hosts.running("h1")).noneMatch(c -> c.startsWith("iperf3"));
        start.server().orElseThrow().stop();
        assertThat(hosts.running("h1")).isEmpty();
    }

    @Test
    void aTakenPortIsNotAnObstacle() throws Exception {
        Namespaces hosts = made.orElseThrow();
        Target target = Target.of(hosts.cluster(MTU).hosts().getFirst());
        var session = hosts.open(target, Duration.ofSeconds(1));
        String command = "iperf3 -s -B 10.78.0.1 -p $port";
        Served one =
                Served.start(session, "iperf3", command, 5201, Duration.ofSeconds(30))
                        .server()
                        .orElseThrow();
        Served two =
                Served.start(session, "iperf3", command, 5201, Duration.ofSeconds(30))
                        .server()
                        .orElseThrow();
        assertThat(one.port()).isEqualTo(5201);
        assertThat(two.port()).isNotEqualTo(5201);
        one.stop();
        two.stop();
        assertThat(hosts.running("h1")).isEmpty();
    }

    @Test
    void aServerThatCannotStartSaysWhy() throws Exception {
        Namespaces hosts = made.orElseThrow();
        Target target = Target.of(hosts.cluster(MTU).hosts().getFirst());
        var session = hosts.open(target, Duration.ofSeconds(1));
        Served.Start start =
                Served.start(
                        session,
                        "iperf3",
                        "iperf3 -s -B 10.99.99.99 -p $port",
                        5201,
                        Duration.ofSeconds(30));
        assertThat(start.server()).isEmpty();
        assertThat(start.why()).contains("annot assign requested address");
        assertThat(hosts.running("h1")).isEmpty();
    }
}
