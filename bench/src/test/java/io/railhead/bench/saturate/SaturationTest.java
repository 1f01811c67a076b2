package io.railhead.bench.saturate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.bench.Failure;
import io.railhead.bench.Namespaces;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.compare.Comparison;
import io.railhead.bench.run.BenchResult;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Real incast and all-to-all of iperf3 between four network namespaces.
@Tag("lab")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SaturationTest {
    private static Optional<Namespaces> made = Optional.empty();

    @BeforeAll
    static void up() throws Exception {
        Optional<String> obstacle =
                Namespaces.obstacle("ip", "ss", "iperf3", "sockperf", "ethtool", "setsid");
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        made = Optional.of(Namespaces.up(4, 9000));
    }

    @AfterAll
    static void down() throws Exception {
        if (made.isPresent()) {
            made.get().down();
        }
    }

    private static Settings seconds(int n) {
        return new Settings(List.of(1), Duration.ofSeconds(n), 1, OptionalLong.empty(), 64, 3);
    }

    private static BenchResult run(SaturatePlan.Pattern pattern, Optional<String> to, int seconds) {
        Namespaces hosts = made.orElseThrow();
        var cluster = hosts.cluster(9000);
        try (Saturation saturation = new Saturation(hosts, Duration.ofSeconds(5), Fabric.UNKNOWN)) {
            return saturation.run(
                    cluster,
                    Facts.builder().build(),
                    SaturatePlan.of(cluster, "rail0", pattern, to, seconds(seconds)).orElseThrow());
        }
    }

    private static List<Measurement> of(BenchResult result, String metric) {
        return result.measurements().stream().filter(m -> m.metric().equals(metric)).toList();
    }

    @Test
    void anIncastSumsUpItsFlowsAndStatesWhatBothSidesMustHaveInCommon() throws Exception {
        BenchResult result = run(SaturatePlan.Pattern.INCAST, Optional.of("h2"), 2);
        assertThat(result.failures()).isEmpty();
        List<Measurement> flows = of(result, "saturate.flow.bandwidth");
        assertThat(flows)
                .extracting(m -> m.conditions().get("from"))
                .containsOnly("h1", "h3", "h4");
        assertThat(flows).extracting(m -> m.conditions().get("to")).containsOnly("h2");
        double sum = flows.stream().mapToDouble(Measurement::value).sum();
        assertThat(of(result, "saturate.sum.bandwidth").getFirst().value()).isEqualTo(sum);
        assertThat(of(result, "saturate.fairness").getFirst().value()).isBetween(1.0 / 3, 1.0);
        Set<String> loads =
                of(result, "saturate.latency").stream()
                        .map(m -> m.conditions().get("load"))
                        .collect(Collectors.toSet());
        assertThat(loads).containsExactlyInAnyOrder("idle", "incast");
        assertThat(result.measurements())
                .allSatisfy(
                        m -> {
                            assertThat(m.conditions().get("ports"))
                                    .isEqualTo("h1 eth1,h2 eth1,h3 eth1,h4 eth1");
                            assertThat(m.conditions().get("duration")).isEqualTo("2");
                            assertThat(m.conditions().get("traffic"))
                                    .isEqualTo("3 flows to h2, each TCP, 1 stream");
                        });
        assertThat(of(result, "saturate.drops"))
                .extracting(m -> m.conditions().get("device"))
                .contains("h1", "h2", "h3", "h4");
        assertThat(result.notes())
                .anyMatch(n -> n.startsWith("Not counted: pause per priority at h1, h2, h3, h4"))
                .anyMatch(n -> n.contains("what switches dropped is not known"));
        for (String host : List.of("h1", "h2", "h3", "h4")) {
            assertThat(made.orElseThrow().running(host)).as(host).isEmpty();
        }
    }

    @Test
    void aHostLostInTheMiddleCostsItsOwnFlowsOnly() throws Exception {
        Namespaces hosts = made.orElseThrow();
        // Not before its client runs, and then at once.
        Thread death =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                while (hosts.running("h4").stream()
                                        .noneMatch(c -> c.contains("iperf3 -J"))) {
                                    Thread.sleep(50);
                                }
                                hosts.kill("h4");
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        BenchResult result = run(SaturatePlan.Pattern.INCAST, Optional.of("h2"), 2);
        death.join();
        hosts.revive("h4");
        assertThat(of(result, "saturate.flow.bandwidth"))
                .extracting(m -> m.conditions().get("from"))
                .containsExactly("h1", "h3");
        assertThat(result.failures())
                .extracting(Failure::pair)
                .containsExactly(new Pair("rail0", "h4", "h2"));
        assertThat(result.unreachableAny()).isTrue();
        assertThat(result.measurements())
                .allSatisfy(m -> assertThat(m.conditions().get("ran")).isEqualTo("2 of 3 flows"));
        assertThat(of(result, "saturate.drops"))
                .extracting(m -> m.conditions().get("device"))
                .contains("h1", "h2", "h3");
        assertThat(result.notes()).anyMatch(n -> n.startsWith("h4 was lost (connection lost)"));
    }

    @Test
    void everyHostSendsToEveryOtherAtOnce() {
        BenchResult result = run(SaturatePlan.Pattern.ALL_TO_ALL, Optional.empty(), 1);
        assertThat(result.failures()).isEmpty();
        assertThat(of(result, "saturate.flow.bandwidth")).hasSize(12);
    }

    @Test
    void runsOfAnotherDurationOrAnotherReceiverAreNotCompared() {
        BenchResult two = run(SaturatePlan.Pattern.INCAST, Optional.of("h2"), 2);
        BenchResult one = run(SaturatePlan.Pattern.INCAST, Optional.of("h2"), 1);
        BenchResult other = run(SaturatePlan.Pattern.INCAST, Optional.of("h3"), 2);
        Comparison durations = Comparison.of(two.measurements(), one.measurements(), List.of());
        assertThat(durations.alike()).isEmpty();
        assertThat(durations.refused())
                .isNotEmpty()
                .allSatisfy(r -> assertThat(r.differences()).contains("duration: 2 / 1"));
        Comparison receivers = Comparison.of(two.measurements(), other.measurements(), List.of());
        assertThat(receivers.alike()).isEmpty();
        assertThat(receivers.refused())
                .isNotEmpty()
                .allSatisfy(
                        r -> assertThat(r.differences()).anyMatch(d -> d.startsWith("traffic")));
    }
}
