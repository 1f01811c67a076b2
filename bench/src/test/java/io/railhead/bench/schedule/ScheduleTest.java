package io.railhead.bench.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Pair;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static List<String> hosts(int n) {
        return IntStream.range(0, n).mapToObj(i -> "h" + i).toList();
    }

    private static void assertNoHostTwice(List<List<Pair>> rounds) {
        for (List<Pair> round : rounds) {
            Set<String> working = new HashSet<>();
            for (Pair pair : round) {
                assertThat(working.add(pair.from())).as("%s in %s", pair.from(), round).isTrue();
                assertThat(working.add(pair.to())).as("%s in %s", pair.to(), round).isTrue();
            }
        }
    }

    @Test
    void everyPairMeetsOnceInTheLeastNumberOfRoundsFor2To512Hosts() {
        for (int n = 2; n <= 512; n++) {
            List<List<Pair>> rounds = Schedule.everyPair("rail0", hosts(n));
            assertThat(rounds)
                    .as("rounds of %d hosts", n)
                    .hasSize(n % 2 == 0 ? 2 * (n - 1) : 2 * n);
            boolean[] met = new boolean[n * n];
            int pairs = 0;
            int[] workedIn = new int[n];
            for (int r = 0; r < rounds.size(); r++) {
                for (Pair pair : rounds.get(r)) {
                    int from = Integer.parseInt(pair.from().substring(1));
                    int to = Integer.parseInt(pair.to().substring(1));
                    if (from == to
                            || met[from * n + to]
                            || workedIn[from] == r + 1
                            || workedIn[to] == r + 1) {
                        throw new AssertionError(n + " hosts, round " + r + ": " + pair);
                    }
                    met[from * n + to] = true;
                    workedIn[from] = r + 1;
                    workedIn[to] = r + 1;
                    pairs++;
                }
            }
            assertThat(pairs).as("pairs of %d hosts", n).isEqualTo(n * (n - 1));
        }
    }

    @Test
    void everyTwoHostsMeetOnceInOneRoundLessThanHostsFor2To512Hosts() {
        for (int n = 2; n <= 512; n++) {
            List<List<Pair>> rounds = Schedule.everyPairOnce("rail0", hosts(n));
            assertThat(rounds).as("rounds of %d hosts", n).hasSize(n % 2 == 0 ? n - 1 : n);
            java.util.BitSet met = new java.util.BitSet(n * n);
            for (List<Pair> round : rounds) {
                java.util.BitSet working = new java.util.BitSet(n);
                for (Pair pair : round) {
                    int a = Integer.parseInt(pair.from().substring(1));
                    int b = Integer.parseInt(pair.to().substring(1));
                    int both = Math.min(a, b) * n + Math.max(a, b);
                    if (a == b || met.get(both) || working.get(a) || working.get(b)) {
                        throw new AssertionError(n + " hosts: " + pair);
                    }
                    met.set(both);
                    working.set(a);
                    working.set(b);
                }
            }
            assertThat(met.cardinality()).as("pairs of %d hosts", n).isEqualTo(n * (n - 1) / 2);
        }
    }

    @Test
    void fewerThanTwoHostsGiveNoRounds() {
        assertThat(Schedule.everyPair("r", hosts(0))).isEmpty();
        assertThat(Schedule.everyPair("r", hosts(1))).isEmpty();
        assertThat(Schedule.ring("r", hosts(1))).isEmpty();
    }

    @Test
    void theRingTestsEveryHostOnceEachWayInTwoOrThreeRoundsFor2To512Hosts() {
        for (int n = 2; n <= 512; n++) {
            List<List<Pair>> rounds = Schedule.ring("rail0", hosts(n));
            assertThat(rounds).as("%d hosts", n).hasSize(n % 2 == 0 ? 2 : 3);
            assertNoHostTwice(rounds);
            List<Pair> pairs = rounds.stream().flatMap(List::stream).toList();
            assertThat(pairs).hasSize(n);
            assertThat(pairs.stream().map(Pair::from).distinct()).hasSize(n);
            assertThat(pairs.stream().map(Pair::to).distinct()).hasSize(n);
        }
    }

    @Test
    void aNarrowedScheduleKeepsEveryPairAndItsOrder() {
        for (int n = 2; n <= 33; n++) {
            List<List<Pair>> rounds = Schedule.everyPair("r", hosts(n));
            for (int width = 1; width <= 8; width++) {
                List<List<Pair>> narrow = Schedule.narrowed(rounds, width);
                assertThat(narrow.stream().flatMap(List::stream))
                        .containsExactlyElementsOf(rounds.stream().flatMap(List::stream).toList());
                int most = width;
                assertThat(narrow).allMatch(r -> !r.isEmpty() && r.size() <= most);
                assertNoHostTwice(narrow);
            }
        }
    }
}
