package io.railhead.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Benchmarks;
import io.railhead.bench.Given;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.judge.Notes;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.bench.path.RdmaSide;
import io.railhead.bench.schedule.Round;
import io.railhead.bench.schedule.Uplinks;
import io.railhead.model.Bandwidth;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.PcieLink;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SumsTest {
    private static final Pair ONE = new Pair("rail0", "n1", "n2");
    private static final Pair OTHER = new Pair("rail1", "n1", "n2");
    private static final Round RAILS = new Round(List.of(ONE, OTHER), Round.Together.RAILS);

    /// A port of a dual-port 40G card in a PCIe 3.0 x8 slot.
    private static Port port(String host, String slot) {
        PcieLink x8 = new PcieLink(8, 8);
        PciDevice card = Given.card(slot, "ConnectX-3 Pro", x8);
        return new Port(
                host,
                Given.railPort("rail0", "eth1", "10.78.0.1", 9000),
                OptionalInt.of(9000),
                Optional.of(Bandwidth.gbps(40)),
                "mlx4_en",
                "ether",
                Optional.of(x8),
                Optional.of(x8),
                "",
                "",
                false,
                RdmaSide.UNKNOWN,
                Optional.of(card));
    }

    private static Optional<Path> path(Pair pair, String slot) {
        return Optional.of(
                new Path(
                        pair,
                        port(pair.from(), slot),
                        port(pair.to(), slot),
                        OptionalInt.of(0),
                        "",
                        false));
    }

    private static Measurement written(Pair pair, double gbps, String together) {
        Conditions c =
                Conditions.of(
                        "from",
                        pair.from(),
                        "to",
                        pair.to(),
                        "rail",
                        pair.rail(),
                        "verb",
                        "write",
                        "message",
                        "65536",
                        "qps",
                        "4",
                        "path-mtu",
                        "2048",
                        "direction",
                        "one-way");
        return new Measurement(
                "rdma.bandwidth",
                gbps * 1e9,
                "bit/s",
                Statistic.MEAN,
                together.isEmpty() ? c : c.with("together", together).with("flows", "2"),
                Given.NOWHERE,
                Optional.empty());
    }

    private static Sums sums(Map<Pair, Optional<Path>> paths, Measurement... all) {
        Cluster none =
                new Cluster(
                        "c",
                        "c",
                        Login.DEFAULT,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        HostPolicy.DEFAULT,
                        List.of(),
                        false);
        return Sums.of(
                List.of(all),
                new BenchPlan(
                        Benchmarks.of("perftest"),
                        Settings.DEFAULT,
                        List.of(RAILS),
                        new Uplinks(none),
                        List.of()),
                paths);
    }

    @Test
    void twoPortsOfOneCardAreHeldAgainstTheSlotTheyShareNotAgainstTwiceOne() {
        Sums sums =
                sums(
                        Map.of(ONE, path(ONE, "04:00.0"), OTHER, path(OTHER, "04:00.1")),
                        written(ONE, 38.2, ""),
                        written(OTHER, 38.2, ""),
                        written(ONE, 27, "rails"),
                        written(OTHER, 27, "rails"));
        Measurement sum = sums.measurements().getFirst();
        assertThat(sum.metric()).isEqualTo("rdma.bandwidth.sum");
        assertThat(sum.value()).isEqualTo(54e9);
        assertThat(sum.conditions().get("rail")).isEqualTo("rail0+rail1");
        assertThat(sum.verdict()).isEqualTo(Verdict.MET);
        assertThat(sum.expectation().orElseThrow().typical())
                // 8 GT/s x 8 x 128/130 x 0.87
                .isCloseTo(54.8e9, org.assertj.core.data.Offset.offset(0.1e9));
        assertThat(sum.expectation().orElseThrow().why())
                .contains("what binds is the PCIe slot of n1 0000:04:00")
                .contains("38.20 Gb/s + 38.20 Gb/s = 76.40 Gb/s; at once 71 % of that");
    }

    @Test
    void portsOfTwoCardsAreHeldAgainstBothLines() {
        Sums sums =
                sums(
                        Map.of(ONE, path(ONE, "04:00.0"), OTHER, path(OTHER, "05:00.0")),
                        written(ONE, 27, "rails"),
                        written(OTHER, 27, "rails"));
        Measurement sum = sums.measurements().getFirst();
        assertThat(sum.verdict()).isEqualTo(Verdict.MISSED);
        assertThat(sum.expectation().orElseThrow().why())
                .contains("what binds is 2 lines")
                .doesNotContain("one after the other");
    }

    @Test
    void separateValuesAreNeverAdded() {
        assertThat(
                        sums(
                                        Map.of(ONE, path(ONE, "04:00.0")),
                                        written(ONE, 38.2, ""),
                                        written(OTHER, 38.2, ""))
                                .measurements())
                .isEmpty();
    }

    @Test
    void aFlowWithoutAValueLeavesNoSum() {
        Sums sums = sums(Map.of(ONE, path(ONE, "04:00.0")), written(ONE, 27, "rails"));
        assertThat(sums.measurements()).isEmpty();
        assertThat(sums.notes())
                .containsExactly("n1 -> n2, rails at once: no sum: 1 of 2 flows gave a value");
    }

    @Test
    void aFlowBesideOthersIsNotHeldAgainstTheOtherDirectionAlone() {
        Measurement alone = Given.bandwidth("n2", "n1", "rail0", 38);
        Measurement beside =
                Given.with(Given.bandwidth("n1", "n2", "rail0", 19), "together", "rails");
        assertThat(Notes.ofDirections(List.of(alone, beside))).isEmpty();
        assertThat(Notes.ofDirections(List.of(alone, Given.bandwidth("n1", "n2", "rail0", 19))))
                .hasSize(1);
    }
}
