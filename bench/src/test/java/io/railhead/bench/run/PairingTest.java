package io.railhead.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Benchmarks;
import io.railhead.bench.Given;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.schedule.Pairing;
import io.railhead.bench.schedule.Pairing.Which;
import io.railhead.bench.schedule.Round;
import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Wiring;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Which pairs run, and which at once, on fabrics whose cables are known.
class PairingTest {
    private static final int LINE = 100;

    /// Hosts dealt to leaves in turn, so that the order of the file is not that of the leaves.
    private static Cluster fabric(int hosts, int rails, int leaves, double... uplinks) {
        List<Link> links = new ArrayList<>();
        List<Host> all = new ArrayList<>();
        List<Rail> planes = new ArrayList<>();
        for (int r = 0; r < rails; r++) {
            planes.add(
                    new Rail(
                            "rail" + r,
                            Given.subnet("10.78.0.0/16"),
                            9000,
                            Optional.of(Bandwidth.gbps(LINE))));
        }
        for (int h = 0; h < hosts; h++) {
            List<RailPort> ports = new ArrayList<>();
            for (int r = 0; r < rails; r++) {
                ports.add(
                        Given.railPort("rail" + r, "eth" + r, "10.78." + r + "." + (h + 1), 9000));
                if (leaves > 0) {
                    links.add(link("h" + h, "eth" + r, "leaf" + h % leaves, "p" + h + "r" + r, 0));
                }
            }
            all.add(
                    new Host(
                            "h" + h,
                            "h" + h,
                            Login.DEFAULT,
                            Optional.empty(),
                            ports,
                            Optional.empty(),
                            HostPolicy.DEFAULT,
                            0));
        }
        for (int l = 0; l < leaves; l++) {
            for (int u = 0; u < uplinks.length; u++) {
                links.add(link("leaf" + l, "up" + u, "spine" + u, "down" + l, uplinks[u]));
            }
        }
        return new Cluster(
                "c",
                "c",
                Login.DEFAULT,
                planes,
                all,
                List.of(),
                links,
                Optional.empty(),
                HostPolicy.DEFAULT,
                List.of(),
                false);
    }

    private static Link link(String a, String portA, String b, String portB, double gbps) {
        return new Link(
                new Link.End(a, portA),
                new Link.End(b, portB),
                Optional.empty(),
                gbps == 0 ? Optional.empty() : Optional.of(Bandwidth.gbps(gbps)),
                OptionalInt.empty());
    }

    private static BenchPlan plan(Cluster cluster, Pairing pairing) {
        return BenchPlan.of(
                cluster,
                List.of(),
                Benchmarks.of("iperf3"),
                Settings.DEFAULT,
                pairing,
                Integer.MAX_VALUE);
    }

    private static void assertWithin(BenchPlan plan, int mostOutOfALeaf) {
        for (Round round : plan.rounds()) {
            Map<String, Integer> out = new HashMap<>();
            Map<String, Integer> in = new HashMap<>();
            Set<String> working = new HashSet<>();
            for (Pair p : round.pairs()) {
                assertThat(working.add(p.from())).isTrue();
                assertThat(working.add(p.to())).isTrue();
                if (plan.uplinks().crosses(p)) {
                    out.merge(
                            plan.uplinks().leaf(p.rail(), p.from()).orElseThrow(), 1, Integer::sum);
                    in.merge(plan.uplinks().leaf(p.rail(), p.to()).orElseThrow(), 1, Integer::sum);
                }
            }
            assertThat(out.values()).allMatch(n -> n <= mostOutOfALeaf);
            assertThat(in.values()).allMatch(n -> n <= mostOutOfALeaf);
        }
    }

    @Test
    void noRoundPutsMoreOnUplinksThanTheyCarryAndEveryPairIsMetOnce() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 60; round++) {
            int hosts = random.nextInt(2, 25);
            int leaves = random.nextInt(1, 5);
            double[] uplinks = new double[random.nextInt(1, 4)];
            java.util.Arrays.fill(uplinks, random.nextBoolean() ? 400 : 100);
            BenchPlan plan = plan(fabric(hosts, 1, leaves, uplinks), Pairing.EVERY);
            assertThat(plan.rounds().stream().flatMap(r -> r.pairs().stream()))
                    .as("seed " + seed)
                    .doesNotHaveDuplicates()
                    .hasSize(hosts * (hosts - 1));
            assertWithin(plan, (int) uplinks[0] / LINE * uplinks.length);
        }
    }

    @Test
    void aFabricWithoutOversubscriptionKeepsTheFewestRounds() {
        BenchPlan plan = plan(fabric(16, 1, 2, 400, 400), Pairing.EVERY);
        assertThat(plan.rounds()).hasSize(2 * 15);
        BenchPlan narrow = plan(fabric(16, 1, 2, 100, 100), Pairing.EVERY);
        // 64 of the 120 twos cross, four of them at a time (two each way): 64 x 2 / 4.
        assertThat(narrow.rounds().size()).isBetween(32, 40);
        assertThat(narrow.notes()).anyMatch(n -> n.contains("instead of 30"));
        assertWithin(narrow, 2);
    }

    @Test
    void anUplinkOfUnknownSpeedCarriesOneFlow() {
        assertWithin(plan(fabric(12, 1, 3, 0, 0), Pairing.EVERY), 2);
    }

    @Test
    void theHalvesOfABisectionLieOnDifferentLeavesAndGoBothWays() {
        BenchPlan plan = plan(fabric(8, 1, 2, 100, 100), new Pairing(Which.BISECTION, false));
        assertThat(plan.rounds()).hasSize(2);
        Round there = plan.rounds().getFirst();
        assertThat(there.together()).isEqualTo(Round.Together.BISECTION);
        assertThat(there.pairs()).hasSize(4).allMatch(plan.uplinks()::crosses);
        assertThat(plan.rounds().getLast().pairs())
                .isEqualTo(there.pairs().stream().map(Pair::reversed).toList());
        assertThat(plan.notes()).anyMatch(n -> n.contains("4 of 4 flows cross between leaves"));
    }

    @Test
    void withoutCablesTheHalvesAreThoseOfTheFileAndItIsSaid() {
        BenchPlan plan = plan(fabric(5, 1, 0), new Pairing(Which.BISECTION, false));
        assertThat(plan.rounds().getFirst().pairs())
                .containsExactly(new Pair("rail0", "h0", "h2"), new Pair("rail0", "h1", "h3"));
        assertThat(plan.notes())
                .anyMatch(n -> n.contains("does not say where cables go"))
                .anyMatch(n -> n.contains("h4 has no partner"));
    }

    @Test
    void allRailsOfAPairRunAtOnceAfterEachByItself() {
        BenchPlan plan = plan(fabric(4, 2, 0), new Pairing(Which.EVERY, true));
        List<Round> together =
                plan.rounds().stream().filter(r -> r.together() == Round.Together.RAILS).toList();
        assertThat(plan.rounds().getLast()).isEqualTo(together.getLast());
        assertThat(together).hasSize(6);
        assertThat(together.stream().flatMap(r -> r.pairs().stream())).hasSize(2 * 12);
        assertThat(together)
                .allSatisfy(
                        r ->
                                assertThat(r.pairs().stream().map(Pair::from).distinct().count())
                                        .isEqualTo(2));
        assertThat(plan(fabric(4, 1, 0), new Pairing(Which.EVERY, true)).rounds()).hasSize(6);
    }

    @Test
    void theQuickWayUsesEveryPortBothWaysAndCrossesTheFabric() {
        for (int n = 2; n <= 40; n++) {
            BenchPlan plan = plan(fabric(n, 1, 2, 400, 400, 400, 400, 400), Pairing.QUICK);
            List<Pair> pairs = plan.rounds().stream().flatMap(r -> r.pairs().stream()).toList();
            assertThat(pairs).hasSize(n);
            assertThat(pairs.stream().map(Pair::from).distinct()).hasSize(n);
            assertThat(pairs.stream().map(Pair::to).distinct()).hasSize(n);
            if (n > 2) {
                assertThat(pairs.stream().filter(plan.uplinks()::crosses).count())
                        .isGreaterThanOrEqualTo(n - 2);
            }
        }
    }

    @Test
    void switchesBetweenTwoLeavesAreCountedOnTheShortestWay() {
        Wiring wiring = new Wiring(fabric(4, 1, 2, 100));
        assertThat(wiring.switchesBetween("leaf0", "leaf1")).hasValue(3);
        assertThat(wiring.switchesBetween("leaf0", "leaf0")).hasValue(1);
        assertThat(wiring.switchesBetween("leaf0", "elsewhere")).isEmpty();
    }
}
