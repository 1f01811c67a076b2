package io.railhead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
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
        List<Host> hosts =
                List.of("h1", "h2", "h3").stream()
                        .map(
                                h ->
                                        new Host(
                                                h,
                                                h,
                                                Login.DEFAULT,
                                                Optional.empty(),
                                                List.of(
                                                        Given.railPort(
                                                                "rail0",
                                                                "eth1",
                                                                "10.78.0." + h.charAt(1),
                                                                9000)),
                                                Optional.empty(),
                                                HostPolicy.DEFAULT,
                                                0))
                        .toList();
        return new Cluster(
                "test",
                "test",
                Login.DEFAULT,
                List.of(new Rail("rail0", Given.subnet("10.78.0.0/16"), 9000, Optional.empty())),
                hosts,
                List.of(),
                List.of(),
                Optional.empty(),
                HostPolicy.DEFAULT,
                List.of(),
                false);
    }

    private static PortCounts counts(Map<String, Long> ofFirst) {
        PortCounts counts = new PortCounts();
        counts.add("h1", "eth1", ofFirst);
        counts.add("h2", "eth1", QUIET);
        counts.add("h3", "eth1", QUIET);
        return counts;
    }

    private static BenchResult told(Map<String, Long> before, Map<String, Long> after) {
        Cluster cluster = cluster();
        SaturatePlan plan =
                SaturatePlan.of(
                                cluster,
                                "rail0",
                                SaturatePlan.Pattern.INCAST,
                                Optional.empty(),
                                Settings.DEFAULT)
                        .orElseThrow();
        SaturateStory story = new SaturateStory(cluster, Facts.builder().build(), plan);
        story.counted(counts(before), counts(after), true);
        return story.result(Duration.ZERO);
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
                        "railhead-flow-out 0 0\n{\"a\": 1}\n\nrailhead-flow-err 0\n\n"
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
        assertThat(parts.getLast().stderr()).isEqualTo("no route");
        assertThat(parts.getLast().exitCode()).isEqualTo(7);
    }
}
