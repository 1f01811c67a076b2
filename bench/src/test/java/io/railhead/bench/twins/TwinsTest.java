package io.railhead.bench.twins;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Given;
import io.railhead.bench.judge.Expectations;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TwinsTest {

    private static List<Measurement> fleet(
            int hosts, long seed, double noise, BiPredicate<Integer, Integer> slow) {
        Random random = new Random(seed);
        List<Measurement> all = new ArrayList<>();
        for (int a = 0; a < hosts; a++) {
            for (int b = 0; b < hosts; b++) {
                if (a != b) {
                    double healthy = 24.0 * (1 + noise * random.nextGaussian());
                    double value = slow.test(a, b) ? healthy / 2 : healthy;
                    all.add(Given.bandwidth("gpu" + a, "gpu" + b, "rail0", value));
                }
            }
        }
        return all;
    }

    private static Expectations.Judgement judge(List<Measurement> all) {
        return Expectations.judge(all, p -> Optional.empty());
    }

    @Test
    void aHealthyFleetHasNoOddOne() {
        for (long seed = 0; seed < 200; seed++) {
            int hosts = 4 + (int) (seed % 13);
            Expectations.Judgement j = judge(fleet(hosts, seed, 0.02, (a, b) -> false));
            assertThat(j.oddOnes()).as("seed %d", seed).isEmpty();
            assertThat(j.measurements())
                    .as("seed %d", seed)
                    .noneMatch(m -> m.verdict() == Verdict.MISSED);
        }
    }

    @Test
    void aSlowHostIsNamedAndNotItsPartners() {
        for (int hosts = 4; hosts <= 24; hosts++) {
            int bad = hosts / 2;
            Expectations.Judgement j =
                    judge(fleet(hosts, hosts, 0.02, (a, b) -> a == bad || b == bad));
            assertThat(j.oddOnes()).as("%d hosts", hosts).hasSize(1);
            assertThat(j.oddOnes().getFirst().subject()).isEqualTo("gpu" + bad);
            assertThat(j.measurements().stream().filter(m -> m.verdict() == Verdict.MISSED))
                    .as("%d hosts", hosts)
                    .hasSize(2 * (hosts - 1));
        }
    }

    @Test
    void aHostThatOnlyReceivesSlowlyIsNamedAsReceiver() {
        Expectations.Judgement j = judge(fleet(6, 1, 0.01, (a, b) -> b == 3));
        assertThat(j.oddOnes()).extracting(OddOne::subject).containsExactly("gpu3 as receiver");
    }

    @Test
    void aSingleBadPairIsNamedAsPair() {
        Expectations.Judgement j = judge(fleet(8, 1, 0.01, (a, b) -> a == 2 && b == 5));
        assertThat(j.oddOnes()).extracting(OddOne::subject).containsExactly("gpu2 -> gpu5");
        assertThat(j.oddOnes().getFirst().summary())
                .contains("rail0", "12.", "its twins have 23.", "Gb/s");
    }

    @Test
    void whatTheOddOneDiffersInIsNamed() {
        List<Measurement> all =
                fleet(5, 3, 0.01, (a, b) -> a == 1 || b == 1).stream()
                        .map(
                                m ->
                                        Expectations.pair(m).toString().contains("gpu1 ")
                                                ? Given.with(m, "mtu", "1500")
                                                : m)
                        .toList();
        assertThat(judge(all).oddOnes().getFirst().differences())
                .containsExactly("mtu: 1500, its twins 9000");
    }

    @Test
    void withFewHostsAndManyRailsTheRailsAreTwins() {
        List<Measurement> all =
                IntStream.range(0, 8)
                        .boxed()
                        .flatMap(
                                r ->
                                        List.of(
                                                Given.bandwidth(
                                                        "a", "b", "rail" + r, r == 6 ? 40 : 92),
                                                Given.bandwidth(
                                                        "b", "a", "rail" + r, r == 6 ? 41 : 92))
                                                .stream())
                        .toList();
        assertThat(judge(all).oddOnes()).extracting(OddOne::subject).containsExactly("rail6");
    }

    @Test
    void withTooFewTwinsNothingIsClaimed() {
        Expectations.Judgement j = judge(fleet(3, 1, 0.01, (a, b) -> a == 1));
        assertThat(j.oddOnes()).isEmpty();
        assertThat(j.measurements()).allMatch(m -> m.verdict() == Verdict.NONE);
        assertThat(j.measurements().getFirst().expectation().orElseThrow().why())
                .contains("nothing is known about the path");
    }

    @Test
    void aLatencyThatDoesNotFitThePingIsMissed() {
        List<Measurement> sane =
                List.of(
                        Given.latency("ping.rtt", "a", "b", Statistic.MEAN, 114, "full"),
                        Given.latency("ping.rtt", "a", "b", Statistic.MIN, 94, "full"),
                        Given.latency("tcp.latency", "a", "b", Statistic.P50, 13.4, "half"));
        Measurement fits = judge(sane).measurements().getLast();
        assertThat(fits.verdict()).isEqualTo(Verdict.MET);
        assertThat(fits.expectation().orElseThrow().why()).contains("one round trip", "114");
        // Milliseconds read as microseconds.
        List<Measurement> mixedUp =
                List.of(
                        sane.get(0),
                        sane.get(1),
                        Given.latency("tcp.latency", "a", "b", Statistic.P50, 13_400, "half"));
        assertThat(judge(mixedUp).measurements().getLast().verdict()).isEqualTo(Verdict.MISSED);
    }
}
