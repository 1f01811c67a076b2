package io.railhead.bench.saturate;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Failure;
import io.railhead.bench.Given;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.run.BenchResult;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Transcript;
import io.railhead.model.counters.PortCounts;
import io.railhead.model.intent.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is said of counters that were read before and after.
class SaturateStoryTest {
    private static final Map<String, Long> QUIET =
            Map.of(
                    "rx_prio3_pause", 10L,
                    "tx_prio3_pause", 20L,
                    "rx_prio3_discards", 5L,
                    "rx_discards_phy", 7L,
                    "np_cnp_sent", 100L,
                    "np_ecn_marked_roce_packets", 900L,
                    "rx_packets", 1L);

    private static Cluster cluster() {
        return Given.cluster(3, 9000, false);
    }

    private static PortCounts counts(Map<String, Long> ofFirst) {
        PortCounts counts = new PortCounts();
        counts.add("h1", "eth1", ofFirst);
        counts.add("h2", "eth1", QUIET);
        counts.add("h3", "eth1", QUIET);
        return counts;
    }

    private static BenchResult told(Map<String, Long> before, Map<String, Long> after) {
        SaturateStory story = story(cluster());
        story.counted(counts(before), counts(after), List.of("h1", "h2", "h3"));
        return story.result(Duration.ZERO);
    }

    private static SaturateStory story(Cluster cluster) {
        SaturatePlan plan =
                SaturatePlan.of(
                                cluster,
                                "rail0",
                                SaturatePlan.Pattern.INCAST,
                                Optional.empty(),
                                Settings.DEFAULT)
                        .orElseThrow();
        return new SaturateStory(
                cluster,
                Facts.builder().build(),
                plan,
                SaturateLoad.of(Settings.DEFAULT, true),
                Optional.empty());
    }

    private static Map<String, Long> with(String name, long value) {
        Map<String, Long> more = new java.util.TreeMap<>(QUIET);
        more.put(name, value);
        return more;
    }

    @Test
    void growthIsToldPerPortAndPriority() {
        BenchResult result = told(QUIET, with("rx_prio3_pause", 52));
        Measurement pause =
                result.measurements().stream()
                        .filter(m -> m.metric().equals("saturate.pause") && m.value() > 0)
                        .findFirst()
                        .orElseThrow();
        assertThat(pause.value()).isEqualTo(42);
        assertThat(pause.conditions().get("device")).isEqualTo("h1");
        assertThat(pause.conditions().get("priority")).isEqualTo("3");
        assertThat(pause.conditions().get("counter")).isEqualTo("rx_prio3_pause");
        assertThat(result.notes()).anyMatch(n -> n.contains("no drop at any counter"));
    }

    @Test
    void withADropCountedNothingIsCalledLossless() {
        List<String> notes = told(QUIET, with("rx_prio3_discards", 8)).notes();
        assertThat(notes).anyMatch(n -> n.contains("with drops, 3 at h1 eth1 rx_prio3_discards"));
        assertThat(notes).noneMatch(n -> n.contains("lossless") || n.contains("no drop"));
    }

    @Test
    void aHostThatCountsNoDropsIsNamed() {
        Map<String, Long> blind = Map.of("rx_prio3_pause", 1L);
        List<String> notes = told(blind, blind).notes();
        assertThat(notes)
                .anyMatch(n -> n.contains("whether there were drops at h1 is not known"))
                .anyMatch(n -> n.startsWith("Not counted: CNPs at h1"))
                .anyMatch(n -> n.contains("names no switch"));
    }

    @Test
    void aCounterThatFellWasClearedAndIsNoNumber() {
        BenchResult result = told(QUIET, with("rx_discards_phy", 2));
        assertThat(result.notes()).anyMatch(n -> n.contains("rx_discards_phy was cleared"));
        assertThat(result.measurements())
                .noneMatch(
                        m ->
                                m.conditions().get("device").equals("h1")
                                        && m.conditions().get("counter").equals("rx_discards_phy"));
    }

    @Test
    void outputsOfClientsThatRanTogetherAreToldApart() {
        Transcript all =
                new Transcript(
                        "h1",
                        "2 clients",
                        "railhead-flow-out 0 0 1700000000.5 1700000002.750000000\n{\"a\": 1}\n\nrailhead-flow-err 0\n\n"
                                + "railhead-flow-out 1 7\n\nrailhead-flow-err 1\nno route\n\n"
                                + "railhead-flow-end\n",
                        "",
                        0,
                        Instant.EPOCH,
                        Duration.ZERO,
                        false);
        List<Transcript> parts = HostFlows.parts(all, List.of("one", "two"));
        assertThat(parts.getFirst().stdout()).contains("{\"a\": 1}");
        assertThat(parts.getFirst().exitCode()).isZero();
        assertThat(parts.getFirst().startedAt())
                .isEqualTo(Instant.ofEpochSecond(1_700_000_000, 500_000_000));
        assertThat(parts.getFirst().took()).isEqualTo(Duration.ofMillis(2250));
        assertThat(parts.getLast().stderr()).isEqualTo("no route");
        assertThat(parts.getLast().exitCode()).isEqualTo(7);
    }

    private static Transcript ran(double from, double to) {
        return new Transcript(
                "h2",
                "client",
                "",
                "",
                0,
                Instant.EPOCH.plusMillis((long) (from * 1000)),
                Duration.ofMillis((long) ((to - from) * 1000)),
                false);
    }

    @Test
    void aLatencyTestThatOutlastsTheLoadIsTold() {
        SaturateStory story = story(Given.cluster(3, 9000, true));
        story.beside(ran(1, 5.2), List.of(ran(0, 5), ran(0, 4)));
        assertThat(story.result(Duration.ZERO).notes())
                .noneMatch(n -> n.contains("ended"))
                .anyMatch(n -> n.startsWith("Lab:"));
        story.beside(ran(1, 8), List.of(ran(0, 5), ran(0, 4)));
        assertThat(story.result(Duration.ZERO).notes())
                .anyMatch(n -> n.contains("ended 3.0 s after the load on its host"));
    }

    @Test
    void aHostThatIsLostIsToldWithItsOwnFlowsAndNobodyElses() {
        SaturateStory story = story(Given.cluster(3, 9000, false));
        story.failure(new Pair("rail0", "h3", "h1"), "it did not end in time");
        story.lost("h3", "connection lost");
        BenchResult result = story.result(Duration.ZERO);
        assertThat(result.failures())
                .containsExactly(
                        new Failure(
                                new Pair("rail0", "h3", "h1"),
                                "incast",
                                "h3: connection lost",
                                true));
        assertThat(result.notes())
                .anyMatch(n -> n.startsWith("h3 was lost (connection lost): 0 of its 1 flows ran"));
    }
}
