package io.railhead.bench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.railhead.bench.Given;
import io.railhead.bench.Pair;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.bench.path.RdmaSide;
import io.railhead.bench.twins.Robust;
import io.railhead.model.Bandwidth;
import io.railhead.model.Conditions;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import io.railhead.model.fact.PcieLink;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class KnownFiguresTest {

    private static Port port(String host, String model, double gbps, PcieLink link) {
        return new Port(
                host,
                Given.railPort("rail0", "eth1", "10.78.0.1", 9000),
                OptionalInt.of(9000),
                Optional.of(Bandwidth.gbps(gbps)),
                "mlx5_core",
                "ether",
                Optional.of(link),
                Optional.of(link),
                "",
                "",
                false,
                RdmaSide.UNKNOWN,
                Optional.of(Given.card("04:00.0", model, link)));
    }

    private static Path path(String model, double gbps, PcieLink link, int hops) {
        return new Path(
                new Pair("rail0", "a", "b"),
                port("a", model, gbps, link),
                port("b", model, gbps, link),
                OptionalInt.of(hops),
                "",
                false);
    }

    private static Measurement rdma(String metric, Statistic s, double value, String... more) {
        Conditions c =
                Conditions.of(
                        "from", "a", "to", "b", "rail", "rail0", "verb", "write", "trip", "half");
        for (int i = 0; i < more.length; i += 2) {
            c = c.with(more[i], more[i + 1]);
        }
        return new Measurement(
                metric,
                value,
                metric.endsWith("latency") ? "ns" : "bit/s",
                s,
                c,
                Given.NOWHERE,
                Optional.empty());
    }

    private static Measurement judged(Measurement m, Path path) {
        return Expectations.judge(List.of(m), p -> Optional.of(path)).measurements().getFirst();
    }

    private static final Path CX3 =
            path("Mellanox MT27520 Family [ConnectX-3 Pro]", 40, new PcieLink(8, 8), 0);

    @Test
    void aLatencyThatPhysicsAllowsIsMissedWhenSuchCardsWereSeenToBeFaster() {
        Measurement slow =
                rdma("rdma.latency", Statistic.P50, 1500, "message", "2", "path-mtu", "2048");
        assertThat(judged(slow, CX3).verdict()).isEqualTo(Verdict.MISSED);
        assertThat(judged(slow, CX3).expectation().orElseThrow().why())
                .contains("known of ConnectX-3 Pro: 0.85 µs (reference lab A");
        Measurement usual =
                rdma("rdma.latency", Statistic.P50, 850, "message", "2", "path-mtu", "2048");
        assertThat(judged(usual, CX3).verdict()).isEqualTo(Verdict.MET);
        Path switched = path("Mellanox MT27520 Family [ConnectX-3 Pro]", 40, new PcieLink(8, 8), 1);
        assertThat(judged(slow, switched).verdict()).isEqualTo(Verdict.MET);
    }

    @Test
    void theFigureOfTheReferenceLabMeetsWhatIsKnown() {
        // 4554.47 x 2^20 x 8
        Measurement m =
                rdma(
                        "rdma.bandwidth",
                        Statistic.MEAN,
                        38.2057e9,
                        "message",
                        "65536",
                        "qps",
                        "1",
                        "path-mtu",
                        "2048");
        Expectation known = KnownFigures.of(m, CX3).orElseThrow();
        assertThat(known.typical()).isCloseTo(38.21e9, within(1e7));
        assertThat(judged(m, CX3).verdict()).isEqualTo(Verdict.MET);
    }

    @Test
    void whatASlotWasSeenToGiveIsNotTooMuch() {
        // DGX Spark, one half: 111.7 Gb/s of a PCIe 5.0 x4 slot whose raw rate is 126.
        Path spark = path("Mellanox MT2910 Family [ConnectX-7]", 200, new PcieLink(32, 4), 0);
        Measurement m =
                rdma(
                        "rdma.bandwidth",
                        Statistic.MEAN,
                        111.7e9,
                        "message",
                        "65536",
                        "qps",
                        "4",
                        "path-mtu",
                        "4096");
        assertThat(judged(m, spark).verdict()).isEqualTo(Verdict.MET);
        assertThat(
                        judged(
                                        rdma(
                                                "rdma.bandwidth",
                                                Statistic.MEAN,
                                                116e9,
                                                "message",
                                                "65536",
                                                "qps",
                                                "4",
                                                "path-mtu",
                                                "4096"),
                                        spark)
                                .verdict())
                .isEqualTo(Verdict.MISSED);
    }

    @Test
    void otherCardsSlotsLinesAndTestsAreNotHeldAgainstIt() {
        Measurement m =
                rdma("rdma.latency", Statistic.P50, 850, "message", "2", "path-mtu", "2048");
        assertThat(KnownFigures.of(m, path("MT27500 [ConnectX-3]", 40, new PcieLink(8, 8), 0)))
                .isEmpty();
        String pro = "MT27520 [ConnectX-3 Pro]";
        assertThat(KnownFigures.of(m, path(pro, 10, new PcieLink(8, 8), 0))).isEmpty();
        assertThat(KnownFigures.of(m, path(pro, 40, new PcieLink(8, 4), 0))).isEmpty();
        assertThat(KnownFigures.of(Given.with(m, "verb", "read"), CX3)).isEmpty();
        assertThat(KnownFigures.of(Given.with(m, "message", "64"), CX3)).isEmpty();
    }

    @Test
    void everyRowIsWholeAndNamesItsRun() throws Exception {
        try (InputStream in = KnownFigures.class.getResourceAsStream("known-figures.txt")) {
            List<String> rows =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(l -> !l.startsWith("#"))
                            .toList();
            assertThat(rows).isNotEmpty().allMatch(r -> r.split("\\|", -1).length == 9);
            assertThat(rows).allMatch(r -> !r.substring(r.lastIndexOf('|') + 1).isBlank());
        }
    }

    @Test
    void theIntervalOfAMedianSaysHowSureItIs() {
        assertThat(Robust.medianInterval(List.of(3.0, 1.0, 2.0)))
                .isEqualTo(new Robust.Interval(1, 3, 0.75));
        assertThat(Robust.medianInterval(List.of(1.0, 2.0, 3.0, 4.0, 5.0)).coverage())
                .isEqualTo(0.9375);
        // n = 10: the second and the ninth, 97.9 % (table of order-statistic intervals).
        List<Double> ten =
                java.util.stream.IntStream.rangeClosed(1, 10).mapToObj(i -> (double) i).toList();
        Robust.Interval of = Robust.medianInterval(ten);
        assertThat(of.low()).isEqualTo(2);
        assertThat(of.high()).isEqualTo(9);
        assertThat(of.coverage()).isCloseTo(0.9785, within(0.0001));
    }
}
