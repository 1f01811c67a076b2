package io.railhead.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Case;
import io.railhead.bench.Ends;
import io.railhead.bench.Failure;
import io.railhead.bench.Given;
import io.railhead.bench.Outcome;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.Tool;
import io.railhead.bench.schedule.Pairing;
import io.railhead.model.Conditions;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The runner over machines in memory.
class BenchTest {

    /// A benchmark whose client prints a number.
    private static final class Counting implements Benchmark {
        @Override
        public String name() {
            return "counting";
        }

        @Override
        public String about() {
            return "a number";
        }

        @Override
        public boolean fillsTheLine() {
            return true;
        }

        @Override
        public List<Tool> tools() {
            return List.of(new Tool("counter", "counter-tools"));
        }

        @Override
        public List<Case> cases(Settings settings) {
            return List.of(
                    new Case("count", Duration.ofSeconds(1), Conditions.of("tool", "counter")));
        }

        @Override
        public Optional<String> server(Ends ends) {
            return Optional.of("counter --serve -p " + ends.port());
        }

        @Override
        public String client(Case setting, Ends ends) {
            return "counter -p " + ends.port() + " " + ends.toAddress();
        }

        @Override
        public Outcome read(Case setting, Transcript client) {
            if (client.exitCode() != 0) {
                return Outcome.failed(client.stderr());
            }
            return Outcome.of(
                    List.of(
                            new Measurement(
                                    "tcp.bandwidth",
                                    Double.parseDouble(client.stdout()),
                                    "bit/s",
                                    Statistic.MEAN,
                                    Conditions.of(),
                                    Source.line(client.document(), 1),
                                    Optional.empty())),
                    List.of());
        }
    }

    /// Machines that answer from memory and notice what is done to them.
    private static final class Fleet implements Transport {
        private final Set<String> dead = ConcurrentHashMap.newKeySet();
        private final Set<String> withoutTool = ConcurrentHashMap.newKeySet();
        private final Map<String, AtomicInteger> opened = new ConcurrentHashMap<>();
        private final Map<String, AtomicInteger> serving = new ConcurrentHashMap<>();
        private final Set<String> busy = ConcurrentHashMap.newKeySet();
        private final List<String> clashes = new ArrayList<>();
        private final AtomicInteger clients = new AtomicInteger();
        private String clientDies = "";
        private String refusal = "";
        private Optional<java.util.concurrent.CyclicBarrier> meeting = Optional.empty();

        private int serving(String host) {
            return serving.computeIfAbsent(host, h -> new AtomicInteger()).get();
        }

        @Override
        public Session open(Target target, Duration limit) throws Unreachable {
            opened.computeIfAbsent(target.name(), h -> new AtomicInteger()).incrementAndGet();
            if (dead.contains(target.name())) {
                throw new Unreachable(target.name() + ": no route to host");
            }
            return new InMemory(target, this);
        }

        @Override
        public void close() {}
    }

    private record InMemory(Target target, Fleet fleet) implements Session {
        @Override
        public Transcript run(String label, String script, Duration limit) throws Unreachable {
            String name = target.name();
            if (fleet.dead.contains(name)) {
                throw new Unreachable("connection lost");
            }
            if (script.contains("missing counter")) {
                return said(fleet.withoutTool.contains(name) ? "missing counter\n" : "", "", 0);
            }
            if (script.contains("railhead-server")) {
                fleet.serving.computeIfAbsent(name, h -> new AtomicInteger()).incrementAndGet();
                enter(name);
                return said("railhead-server 5201 77 /tmp/railhead-bench.x\n", "", 0);
            }
            if (label.equals("server log")) {
                fleet.serving.computeIfAbsent(name, h -> new AtomicInteger()).decrementAndGet();
                fleet.busy.remove(name);
                return said("", "", 0);
            }
            enter(name);
            try {
                if (fleet.clientDies.equals(name)) {
                    fleet.dead.add(name);
                    throw new Unreachable("connection lost");
                }
                if (!fleet.refusal.isEmpty()) {
                    return said("", fleet.refusal, 1);
                }
                if (fleet.meeting.isPresent()) {
                    fleet.meeting.get().await(5, java.util.concurrent.TimeUnit.SECONDS);
                }
                Thread.sleep(5);
                return said(Integer.toString(100 + fleet.clients.incrementAndGet()), "", 0);
            } catch (java.util.concurrent.BrokenBarrierException
                    | java.util.concurrent.TimeoutException e) {
                return said("", "nobody began at the same time", 1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Unreachable("interrupted", e);
            } finally {
                fleet.busy.remove(name);
            }
        }

        private void enter(String name) {
            if (!fleet.busy.add(name)) {
                synchronized (fleet.clashes) {
                    fleet.clashes.add(name);
                }
            }
        }

        private Transcript said(String out, String err, int status) {
            return new Transcript(
                    target.name(), "x", out, err, status, Instant.EPOCH, Duration.ZERO, false);
        }

        @Override
        public Transcript runAsRoot(String label, String script, Duration limit)
                throws Unreachable {
            return run(label, script, limit);
        }

        @Override
        public void close() {}
    }

    private static Cluster cluster(int n) {
        return Given.cluster(n, 9000, false);
    }

    private static BenchResult run(Fleet fleet, int hosts, int repeat, Facts facts) {
        Cluster cluster = cluster(hosts);
        BenchPlan plan =
                BenchPlan.of(
                        cluster,
                        List.of(),
                        List.of(new Counting()),
                        Settings.DEFAULT.withRepeat(repeat),
                        false,
                        Integer.MAX_VALUE);
        try (Bench bench = new Bench(fleet, Duration.ofSeconds(1))) {
            return bench.run(cluster, facts, plan, new Watcher() {});
        }
    }

    private static BenchResult run(Fleet fleet, int hosts, int repeat) {
        return run(fleet, hosts, repeat, Facts.builder().build());
    }

    @Test
    void everyPairIsMeasuredAndNoHostWorksTwiceAtOnce() {
        Fleet fleet = new Fleet();
        BenchResult result = run(fleet, 7, 1);
        assertThat(result.failures()).isEmpty();
        assertThat(result.measurements()).hasSize(42);
        assertThat(fleet.clashes).isEmpty();
        assertThat(IntStream.rangeClosed(1, 7).map(i -> fleet.serving("h" + i)).sum()).isZero();
        assertThat(fleet.opened.values()).allMatch(n -> n.get() == 1);
    }

    @Test
    void ofRepeatedRunsTheMedianIsReportedWithTheirSpread() {
        BenchResult result = run(new Fleet(), 2, 3);
        Measurement m = result.measurements().getFirst();
        assertThat(m.value()).isEqualTo(102);
        assertThat(m.conditions().get("runs")).isEqualTo("3");
        assertThat(result.measurements().subList(2, 4))
                .extracting(Measurement::metric)
                .containsExactly("tcp.bandwidth.median-low", "tcp.bandwidth.median-high");
        assertThat(result.measurements().get(2).conditions().get("interval"))
                .isEqualTo("order-statistic 75.0 %");
        Measurement spread = result.measurements().get(1);
        assertThat(spread.metric()).isEqualTo("tcp.bandwidth.spread");
        assertThat(spread.value()).isEqualTo(2.0 / 102);
    }

    @Test
    void aDeadHostCostsItsOwnPairsAndTwoAttempts() {
        Fleet fleet = new Fleet();
        fleet.dead.add("h2");
        BenchResult result = run(fleet, 5, 1);
        assertThat(result.measurements()).hasSize(12);
        assertThat(result.failures())
                .hasSize(8)
                .allMatch(Failure::unreachable)
                .allMatch(f -> f.pair().toString().contains("h2"))
                .allMatch(f -> f.why().startsWith("h2: "));
        assertThat(fleet.opened.get("h2").get()).isEqualTo(2);
        assertThat(result.unreachableAny()).isTrue();
    }

    @Test
    void aHostThatCouldNotBeCollectedFromIsNotWaitedForAgain() {
        Fleet fleet = new Fleet();
        fleet.dead.add("h2");
        BenchResult result =
                run(fleet, 3, 1, Facts.builder().unreachable("h2", "connection refused").build());
        assertThat(result.failures()).allMatch(f -> f.why().contains("connection refused"));
        assertThat(fleet.opened).doesNotContainKey("h2");
    }

    @Test
    void theServerIsEndedWhenTheClientsHostDies() {
        Fleet fleet = new Fleet();
        fleet.clientDies = "h1";
        BenchResult result = run(fleet, 2, 1);
        assertThat(result.failures()).isNotEmpty().allMatch(f -> f.why().startsWith("h1: "));
        assertThat(fleet.serving("h2")).isZero();
    }

    @Test
    void aMissingProgramIsNamedWithItsPackage() {
        Fleet fleet = new Fleet();
        fleet.withoutTool.add("h3");
        BenchResult result = run(fleet, 3, 1);
        assertThat(result.measurements()).hasSize(2);
        assertThat(result.failures())
                .hasSize(4)
                .allMatch(
                        f ->
                                f.why()
                                        .equals(
                                                "h3: counter not installed"
                                                        + " (sudo apt-get install counter-tools)"));
        assertThat(result.unreachableAny()).isFalse();
    }

    @Test
    void aRefusedTestIsToldOnceAndNotRepeated() {
        Fleet fleet = new Fleet();
        fleet.refusal = "Connection refused";
        BenchResult result = run(fleet, 2, 5);
        assertThat(result.measurements()).isEmpty();
        assertThat(result.failures())
                .hasSize(2)
                .allMatch(f -> f.why().equals("Connection refused"));
        assertThat(fleet.serving("h1") + fleet.serving("h2")).isZero();
    }

    @Test
    void aStoppedRunSaysSoAndEndsItsServers() {
        Fleet fleet = new Fleet();
        Cluster cluster = cluster(6);
        BenchPlan plan =
                BenchPlan.of(
                        cluster, List.of(), List.of(new Counting()), Settings.DEFAULT, false, 1);
        Bench bench = new Bench(fleet, Duration.ofSeconds(1));
        AtomicInteger finished = new AtomicInteger();
        BenchResult result =
                bench.run(
                        cluster,
                        Facts.builder().build(),
                        plan,
                        new Watcher() {
                            @Override
                            public void finished(Pair pair, List<Measurement> measured) {
                                if (finished.incrementAndGet() == 3) {
                                    bench.close();
                                }
                            }
                        });
        assertThat(result.complete()).isFalse();
        assertThat(result.measurements()).hasSize(3);
        assertThat(IntStream.rangeClosed(1, 6).map(i -> fleet.serving("h" + i)).sum()).isZero();
    }

    /// Waits for the other sender, which must therefore run at the same time.
    @Test
    void pairsThatAreMeasuredTogetherBeginAtOnceAndAreSummed() {
        Fleet fleet = new Fleet();
        fleet.meeting = Optional.of(new java.util.concurrent.CyclicBarrier(2));
        Cluster cluster = cluster(4);
        BenchPlan plan =
                BenchPlan.of(
                        cluster,
                        List.of(),
                        List.of(new Counting()),
                        Settings.DEFAULT.withRepeat(2),
                        new Pairing(Pairing.Which.BISECTION, false),
                        1);
        try (Bench bench = new Bench(fleet, Duration.ofSeconds(1))) {
            BenchResult result =
                    bench.run(cluster, Facts.builder().build(), plan, new Watcher() {});
            assertThat(result.failures()).isEmpty();
            List<Measurement> sums =
                    result.measurements().stream()
                            .filter(m -> m.metric().equals("tcp.bandwidth.sum"))
                            .toList();
            assertThat(sums).hasSize(2);
            assertThat(sums.getFirst().conditions().get("from")).isEqualTo("h1..h2");
            assertThat(sums.getFirst().value()).isGreaterThan(200);
        }
    }

    @Test
    void aHostThatIsGoneHoldsUpNobodyWhomItWasToBeginWith() {
        Fleet fleet = new Fleet();
        fleet.dead.add("h3");
        Cluster cluster = cluster(4);
        BenchPlan plan =
                BenchPlan.of(
                        cluster,
                        List.of(),
                        List.of(new Counting()),
                        Settings.DEFAULT,
                        new Pairing(Pairing.Which.BISECTION, false),
                        1);
        try (Bench bench = new Bench(fleet, Duration.ofSeconds(1))) {
            BenchResult result =
                    bench.run(cluster, Facts.builder().build(), plan, new Watcher() {});
            assertThat(result.failures()).hasSize(2).allMatch(f -> f.why().startsWith("h3: "));
            assertThat(result.measurements())
                    .hasSize(2)
                    .noneMatch(m -> m.metric().endsWith(".sum"));
            assertThat(result.notes()).anyMatch(n -> n.contains("no sum: 1 of 2 flows"));
        }
    }

    @Test
    void whatCouldNotBeReachedIsNamedAlsoWhenTheOtherEndWasAsked() {
        List<String> ends = List.of("h1", "h3");
        assertThat(PairWork.named("h1", ends, "h3 (10.77.0.3): no answer within 30 s"))
                .isEqualTo("h3: h3 (10.77.0.3): no answer within 30 s");
        assertThat(PairWork.named("h1", ends, "connection lost")).isEqualTo("h1: connection lost");
        assertThat(PairWork.named("h1", ends, "h1: gone")).isEqualTo("h1: gone");
    }
}
