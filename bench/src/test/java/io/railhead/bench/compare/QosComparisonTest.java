package io.railhead.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Given;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.counters.PortCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Two saturations side by side.
class QosComparisonTest {
    private static Conditions load(String qos, String... more) {
        Conditions c =
                Conditions.of(
                        "pattern", "incast",
                        "rail", "rail0",
                        "ports", "h1 eth1,h2 eth1",
                        "duration", "5",
                        "traffic", "2 flows to h1",
                        "tool", "perftest");
        c = qos.isEmpty() ? c : c.with("qos", qos);
        for (int i = 0; i < more.length; i += 2) {
            c = c.with(more[i], more[i + 1]);
        }
        return c;
    }

    private static Measurement of(String metric, double value, String unit, Conditions c) {
        return new Measurement(
                metric,
                value,
                unit,
                unit.equals("ns") ? Statistic.P99 : Statistic.TOTAL,
                c,
                Given.NOWHERE,
                Optional.empty());
    }

    private static Measurement drops(Conditions c, String counter, long n) {
        return of(
                "saturate.drops",
                n,
                "count",
                c.with("device", "leaf1").with("port", "1").with("counter", counter));
    }

    private static Measurement marks(Conditions c, long n) {
        return of(
                "saturate.ecn-marked",
                n,
                "count",
                c.with("device", "leaf1").with("port", "1").with("counter", "ecn"));
    }

    private static QosComparison one(List<Measurement> a, List<Measurement> b) {
        return QosComparison.of(a, b).getFirst();
    }

    @Test
    void noDropsInsteadOfSomeAtTheSameLoadIsToldWithWhatSlowedTheSenders() {
        Conditions off = load("no PFC");
        Conditions on = load("PFC on 3");
        QosComparison q =
                one(
                        List.of(drops(off, "discards", 1_200), marks(off, 0)),
                        List.of(drops(on, "discards", 0), marks(on, 3_400)));
        assertThat(q.verdict())
                .isEqualTo(
                        "lossless at every counter that was read: 0 drops instead of 1,200 at the"
                                + " same load; 3,400 ECN marks instead of 0");
        assertThat(q.before()).isEqualTo("no PFC");
        assertThat(q.lines())
                .contains(
                        new QosComparison.Line("drops", "1,200", "0"),
                        new QosComparison.Line("ECN marks", "0", "3,400"));
    }

    @Test
    void theOtherWayAroundItIsLossy() {
        Conditions c = load("x");
        assertThat(one(List.of(drops(c, "d", 0)), List.of(drops(c, "d", 7))).verdict())
                .startsWith("lossy: 7 drops instead of 0")
                .endsWith("(the queues were set alike on both sides)");
        assertThat(one(List.of(drops(c, "d", 9)), List.of(drops(c, "d", 7))).verdict())
                .startsWith("lossy on both sides: 7 drops instead of 9");
        assertThat(one(List.of(drops(c, "d", 0)), List.of(drops(c, "d", 0))).verdict())
                .startsWith("no drop on either side");
    }

    @Test
    void whereDropsWereNotCountedThereIsNoVerdict() {
        Conditions off = load("");
        Conditions on = load("PFC on 3");
        QosComparison q = one(List.of(marks(off, 1)), List.of(drops(on, "d", 0)));
        assertThat(q.verdict()).isEqualTo("no verdict: drops were not counted before");
        assertThat(q.before()).isEqualTo("not read");
        assertThat(q.lines()).contains(new QosComparison.Line("drops", "not counted", "0"));
    }

    @Test
    void anotherLoadIsRefusedWithWhatDiffers() {
        Conditions off = load("a");
        for (String key : List.of("ports", "duration", "traffic", "ran")) {
            QosComparison q =
                    one(
                            List.of(drops(off, "d", 5)),
                            List.of(drops(load("b", key, "other"), "d", 0)));
            assertThat(q.differences()).hasSize(1).allMatch(d -> d.startsWith(key + ": "));
            assertThat(q.lines()).isEmpty();
            assertThat(q.verdict()).isEqualTo("not the same load: nothing is compared");
        }
    }

    @Test
    void oneEventCountedInSeveralPlacesIsOne() {
        Conditions c = load("x");
        List<Measurement> all = new ArrayList<>();
        all.add(drops(c, "rx_discards_phy", 10));
        all.add(drops(c, "rx_prio3_discards", 6));
        all.add(drops(c, "rx_prio0_discards", 4));
        assertThat(QosComparison.counted(all, PortCounts.Kind.DROPS)).contains(10L);
        all.add(drops(c, "rx_prio1_discards", 3));
        assertThat(QosComparison.counted(all, PortCounts.Kind.DROPS)).contains(13L);
        assertThat(QosComparison.counted(all, PortCounts.Kind.CNP)).isEmpty();
    }

    @Test
    void whatOnePortSentAndAnotherReceivedIsOne() {
        Conditions c = load("x");
        List<Measurement> all = new ArrayList<>();
        all.add(marks(c, 2976));
        all.add(received(c, "h1", "rx_prio3_marked", 2970));
        assertThat(QosComparison.counted(all, PortCounts.Kind.ECN_MARKED)).contains(2976L);
        all.add(received(c, "h2", "np_ecn_marked_roce_packets", 838));
        assertThat(QosComparison.counted(all, PortCounts.Kind.ECN_MARKED)).contains(3808L);
    }

    private static Measurement received(Conditions c, String host, String counter, long n) {
        return of(
                "saturate.ecn-marked",
                n,
                "count",
                c.with("device", host).with("port", "eth1").with("counter", counter));
    }
}
