package io.railhead.bench.saturate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.railhead.bench.Given;
import io.railhead.bench.Pair;
import io.railhead.bench.path.Path;
import io.railhead.model.Conditions;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// What flows at the same time are held against; every number worked out by hand.
class SaturateCeilingTest {
    private static final double PAYLOAD_9000 = 8948.0 / 9038;

    /// 64 KiB in 16 packets of 4096 B, 82 B each beyond it, and a RETH of 16 B.
    private static final double PAYLOAD_RDMA = 65_536.0 / (16 * 82 + 65_536 + 16);

    private static Measurement flow(double gbps, String... conditions) {
        return new Measurement(
                "x",
                gbps * 1e9,
                "bit/s",
                Statistic.MEAN,
                Conditions.of(conditions),
                Given.NOWHERE,
                Optional.empty());
    }

    private static Map<Path, Measurement> incast(double receiver, double... senders) {
        Map<Path, Measurement> flows = new LinkedHashMap<>();
        for (int i = 0; i < senders.length; i++) {
            flows.put(
                    Given.path(
                            Given.port("s" + i, "mlx5_core", senders[i], 9000),
                            Given.port("r", "mlx5_core", receiver, 9000)),
                    flow(
                            1,
                            "streams",
                            "4",
                            "version",
                            "iperf 3.16",
                            "verb",
                            "write",
                            "message",
                            "65536",
                            "path-mtu",
                            "4096",
                            "qps",
                            "4"));
        }
        return flows;
    }

    @Test
    void anIncastSharesThePayloadOfTheReceiversPort() {
        SaturateCeiling tcp = new SaturateCeiling(incast(100, 100, 100, 100, 100), false);
        Expectation one = tcp.flow(new Pair("rail0", "s0", "r"));
        assertThat(one.typical()).isCloseTo(100e9 * PAYLOAD_9000 / 4, within(1e3));
        assertThat(one.low()).isCloseTo(100e9 * PAYLOAD_9000 / 8, within(1e3));
        assertThat(one.high()).isCloseTo(100e9 * PAYLOAD_9000 * 1.01, within(1e3));
        assertThat(one.why())
                .contains("line 100 Gb/s x (9000-52)/(9000+38) = 0.9900")
                .contains("of 4 flows into it");
        assertThat(tcp.sum().typical()).isCloseTo(100e9 * PAYLOAD_9000, within(1e3));
        assertThat(tcp.sum().low()).isCloseTo(90e9 * PAYLOAD_9000, within(1e3));
        SaturateCeiling rdma = new SaturateCeiling(incast(100, 100, 100), true);
        assertThat(rdma.sum().typical()).isCloseTo(100e9 * PAYLOAD_RDMA, within(1e3));
        assertThat(rdma.flow(new Pair("rail0", "s1", "r")).typical())
                .isCloseTo(50e9 * PAYLOAD_RDMA, within(1e3));
    }

    @Test
    void whatASlowSenderLeavesIsTheOthers() {
        SaturateCeiling c = new SaturateCeiling(incast(100, 10, 100, 100), false);
        assertThat(c.flow(new Pair("rail0", "s0", "r")).typical())
                .isCloseTo(10e9 * PAYLOAD_9000, within(1e3));
        assertThat(c.flow(new Pair("rail0", "s1", "r")).typical())
                .isCloseTo(45e9 * PAYLOAD_9000, within(1e3));
        assertThat(c.fairness().typical())
                .isCloseTo(100.0 * 100 / (3 * (100 + 2 * 45 * 45)), within(1e-6));
    }

    @Test
    void aReceiverFasterThanAllItsSendersIsNotTheLimit() {
        SaturateCeiling c = new SaturateCeiling(incast(400, 25, 25), false);
        assertThat(c.sum().typical()).isCloseTo(50e9 * PAYLOAD_9000, within(1e3));
        assertThat(c.sum().high()).isCloseTo(50e9 * PAYLOAD_9000 * 1.01, within(1e3));
    }

    @Test
    void aLinkThatIsNoWireHasNoExpectationAndSaysWhy() {
        Map<Path, Measurement> flows = new LinkedHashMap<>();
        flows.put(
                Given.path(
                        Given.port("a", "veth", 10, 9000), Given.port("b", "mlx5_core", 100, 9000)),
                flow(1, "streams", "1"));
        SaturateCeiling c = new SaturateCeiling(flows, false);
        assertThat(c.sum().bounded()).isFalse();
        assertThat(c.fairness().bounded()).isFalse();
        assertThat(c.flow(new Pair("rail0", "a", "b")).why()).contains("a eth1 is a virtual link");
    }

    /// No port over its limit, and every flow is held by its own limit or by a full port on which
    /// none has more.
    @Test
    void sharesAreMaxMinFairOnAnyPorts() {
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Map<String, Double> ports = new LinkedHashMap<>();
            for (int i = 0; i < 5; i++) {
                ports.put("p" + i, (double) random.nextInt(1, 50));
            }
            List<FairShare.Flow> flows =
                    java.util.stream.IntStream.range(0, random.nextInt(1, 12))
                            .mapToObj(
                                    _ ->
                                            new FairShare.Flow(
                                                    "p" + random.nextInt(5),
                                                    "p" + random.nextInt(5),
                                                    random.nextInt(1, 40)))
                            .toList();
            double[] rates = FairShare.of(flows, ports);
            for (int i = 0; i < rates.length; i++) {
                boolean held = rates[i] > flows.get(i).most() - 0.01;
                for (boolean in : new boolean[] {true, false}) {
                    String port = in ? flows.get(i).in() : flows.get(i).out();
                    double sum = 0;
                    double most = 0;
                    for (int j = 0; j < rates.length; j++) {
                        if (port.equals(in ? flows.get(j).in() : flows.get(j).out())) {
                            sum += rates[j];
                            most = Math.max(most, rates[j]);
                        }
                    }
                    double limit = ports.getOrDefault(port, 0.0);
                    assertThat(sum).as("seed %d", seed).isLessThan(limit + 0.01);
                    held |= sum > limit - 0.01 && rates[i] > most - 0.01;
                }
                assertThat(held).as("seed %d, flow %d", seed, i).isTrue();
            }
        }
    }

    @Test
    void theLatencyTestIsAsLongAsFitsBesideTheLoad() {
        // 10 s, half of it, twenty times 4 us: 62,500 messages, of which perftest needs no more.
        assertThat(SaturateProbe.fitting(Duration.ofSeconds(10), 4_000))
                .isEqualTo(SaturateProbe.MOST);
        assertThat(SaturateProbe.fitting(Duration.ofSeconds(10), 100_000)).isEqualTo(2_500);
        assertThat(SaturateProbe.fitting(Duration.ofSeconds(2), 1_000_000))
                .isEqualTo(SaturateProbe.FEWEST);
    }
}
