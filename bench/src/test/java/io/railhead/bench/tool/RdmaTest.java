package io.railhead.bench.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.railhead.bench.Case;
import io.railhead.bench.Ends;
import io.railhead.bench.Given;
import io.railhead.bench.RdmaEnd;
import io.railhead.bench.Settings;
import io.railhead.bench.ceiling.RdmaCeiling;
import io.railhead.bench.judge.Doubts;
import io.railhead.bench.judge.Expectations;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.bench.path.RdmaSide;
import io.railhead.model.Bandwidth;
import io.railhead.model.Conditions;
import io.railhead.model.Expectation;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Which RDMA port and GID a rail is reached by, what physics allows, and what is said of a miss.
class RdmaTest {
    private static final String V4 = "0000:0000:0000:0000:0000:ffff:0a4e:0001";

    private static GidEntry gid(int index, String gid, String ipv4, String type) {
        return new GidEntry(
                "mlx5_2",
                1,
                index,
                gid,
                ipv4.isEmpty() ? Optional.empty() : Optional.of(ipv4),
                Optional.of(type),
                Optional.of("eth1"),
                Source.line("h1: show_gids", index + 1));
    }

    private static Host host(String address) {
        return new Host(
                "h1",
                "h1",
                Login.DEFAULT,
                Optional.empty(),
                List.of(Given.railPort("rail0", "eth1", address, 9000)),
                Optional.empty(),
                HostPolicy.DEFAULT,
                0);
    }

    private static RdmaLink link(String state) {
        return new RdmaLink(
                "mlx5_2",
                1,
                state,
                Optional.of("LINK_UP"),
                Optional.of("eth1"),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Given.NOWHERE);
    }

    private static Facts facts(RdmaLink link, GidEntry... gids) {
        Facts.Builder facts = Facts.builder().add("h1", link);
        for (GidEntry g : gids) {
            facts.add("h1", g);
        }
        return facts.build();
    }

    private static RdmaSide side(Facts facts, String address) {
        Host host = host(address);
        return RdmaSide.of(facts, host, host.rails().getFirst());
    }

    @Test
    void theGidIndexIsThatOfTheRoceV2EntryWithTheRailsAddressWhereverItStands() {
        RdmaSide side =
                side(
                        facts(
                                link("ACTIVE"),
                                gid(0, "fe80:0000:0000:0000:0000:00ff:fe00:0001", "", "RoCE v2"),
                                gid(4, V4, "10.78.0.1", "RoCE v1"),
                                gid(5, V4, "10.78.0.1", "RoCE v2"),
                                gid(
                                        7,
                                        "0000:0000:0000:0000:0000:ffff:0a4d:0001",
                                        "10.77.0.1",
                                        "RoCE v2")),
                        "10.78.0.1");
        assertThat(side.end()).isPresent();
        assertThat(side.end().get().toString()).isEqualTo("mlx5_2/1");
        assertThat(side.end().get().gidIndex()).hasValue(5);
        assertThat(side.end().get().soft()).isFalse();
    }

    @Test
    void anIpv6RailIsFoundByItsWholeAddress() {
        RdmaSide side =
                side(
                        facts(
                                link("ACTIVE"),
                                gid(2, "fd00:0078:0000:0000:0000:0000:0000:0001", "", "RoCE v1"),
                                gid(3, "fd00:0078:0000:0000:0000:0000:0000:0001", "", "RoCE v2")),
                        "fd00:78::1");
        assertThat(side.end().orElseThrow().gidIndex()).hasValue(3);
    }

    @Test
    void aTableWithoutTheAddressIsToldWithWhatItHolds() {
        RdmaSide side =
                side(facts(link("ACTIVE"), gid(1, V4, "10.78.0.1", "RoCE v1")), "10.78.0.1");
        assertThat(side.end()).isEmpty();
        assertThat(side.why())
                .isEqualTo(
                        "mlx5_2/1 has no RoCE v2 GID of 10.78.0.1; its table holds 1: 10.78.0.1"
                                + " RoCE v1 (roce-gid-missing)");
    }

    @Test
    void aPortThatIsDownAndAHostWithoutRdmaAreToldAsSuch() {
        assertThat(side(facts(link("DOWN")), "10.78.0.1").why()).contains("rdma-port-down");
        assertThat(side(Facts.builder().machine("h1").build(), "10.78.0.1").why())
                .contains("rdma-device-missing");
    }

    private static Measurement bandwidth(double gbps, String... more) {
        Conditions c =
                Conditions.of(
                        "from",
                        "a",
                        "to",
                        "b",
                        "rail",
                        "rail0",
                        "verb",
                        "write",
                        "message",
                        "65536",
                        "qps",
                        "4",
                        "path-mtu",
                        "4096",
                        "direction",
                        "one-way");
        for (int i = 0; i < more.length; i += 2) {
            c = c.with(more[i], more[i + 1]);
        }
        return new Measurement(
                "rdma.bandwidth",
                gbps * 1e9,
                "bit/s",
                Statistic.MEAN,
                c,
                Given.NOWHERE,
                Optional.empty());
    }

    private static Path path(double gbps, int mtu) {
        return Given.path(
                Given.port("a", "mlx5_core", gbps, mtu), Given.port("b", "mlx5_core", gbps, mtu));
    }

    /// The table of the theory: M, efficiency, 64 KiB write at 100G.
    @Test
    void theCeilingIsThatOfTheWireFormatForEveryRdmaMtu() {
        assertThat(RdmaCeiling.efficiency("write", 65_536, 1024, RdmaCeiling.ROCE_V2))
                .isCloseTo(0.9257, within(0.0001));
        assertThat(RdmaCeiling.efficiency("write", 65_536, 2048, RdmaCeiling.ROCE_V2))
                .isCloseTo(0.9613, within(0.0001));
        assertThat(RdmaCeiling.efficiency("write", 65_536, 4096, RdmaCeiling.ROCE_V2))
                .isCloseTo(0.9801, within(0.0001));
        Expectation e = RdmaCeiling.bandwidth(path(100, 9000), bandwidth(98));
        assertThat(e.typical() / 1e9).isCloseTo(98.01, within(0.01));
        assertThat(e.why())
                .contains("line 100 Gb/s x 65536/(16 x 82 + 65536 + 16) = 0.9801 at RDMA MTU 4096");
    }

    @Test
    void whatOneHundredGigabitGiveAtMtu1024IsNoFault() {
        Measurement full = bandwidth(92.4, "path-mtu", "1024");
        assertThat(full.expecting(RdmaCeiling.bandwidth(path(100, 1500), full)).verdict())
                .isEqualTo(Verdict.MET);
        Measurement half = bandwidth(52.0);
        assertThat(half.expecting(RdmaCeiling.bandwidth(path(100, 9000), half)).verdict())
                .isEqualTo(Verdict.MISSED);
    }

    @Test
    void oldMegabytesAreTwoToTheTwentiethSoThatFortyGigabitAreFull() {
        Measurement m = bandwidth(Bandwidth.mebibytes(4554).asGbps(), "path-mtu", "2048");
        assertThat(m.value() / 1e9).isCloseTo(38.20, within(0.01));
        assertThat(m.expecting(RdmaCeiling.bandwidth(path(40, 9000), m)).verdict())
                .isEqualTo(Verdict.MET);
    }

    @Test
    void bothDirectionsAreTwiceOneAndSmallMessagesHaveNoLeast() {
        Measurement both = bandwidth(195, "direction", "both");
        assertThat(both.expecting(RdmaCeiling.bandwidth(path(100, 9000), both)).verdict())
                .isEqualTo(Verdict.MET);
        Expectation small = RdmaCeiling.bandwidth(path(100, 9000), bandwidth(1, "message", "64"));
        assertThat(small.low()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(small.high()).isLessThan(50e9);
    }

    @Test
    void oneQueuePairOfAFourHundredGigabitPortMayStopHalfWay() {
        Measurement one = bandwidth(225, "qps", "1");
        assertThat(one.expecting(RdmaCeiling.bandwidth(path(400, 9000), one)).verdict())
                .isEqualTo(Verdict.MET);
        Measurement four = bandwidth(225);
        assertThat(four.expecting(RdmaCeiling.bandwidth(path(400, 9000), four)).verdict())
                .isEqualTo(Verdict.MISSED);
    }

    private static Measurement pathMtu(int mtu) {
        return new Measurement(
                "rdma.path-mtu",
                mtu,
                "byte",
                Statistic.MIN,
                Conditions.of("from", "a", "to", "b", "rail", "rail0"),
                Given.NOWHERE,
                Optional.empty());
    }

    @Test
    void aPathMtuBelowWhatTheRailAllowsIsMissedAndLeadsToTheMachineWithTheSmallMtu() {
        Port right = Given.port("a", "mlx5_core", 100, 9000);
        Port small =
                new Port(
                        "b",
                        right.wanted(),
                        OptionalInt.of(1500),
                        right.speed(),
                        "mlx5_core",
                        "ether",
                        Optional.empty(),
                        Optional.empty(),
                        "",
                        "6.1.0",
                        false,
                        RdmaSide.UNKNOWN,
                        Optional.empty());
        Path path = Given.path(right, small);
        Expectations.Judgement judged =
                Expectations.judge(List.of(pathMtu(1024)), p -> Optional.of(path));
        assertThat(judged.measurements().getFirst().verdict()).isEqualTo(Verdict.MISSED);
        assertThat(judged.measurements().getFirst().expectation().orElseThrow().why())
                .contains("9000 leaves room for RDMA MTU 4096");
        assertThat(judged.causes().get(0))
                .first()
                .satisfies(
                        c -> {
                            assertThat(c.code()).isEqualTo("mtu-mismatch");
                            assertThat(c.why()).contains("b eth1 has MTU 1500");
                            assertThat(c.seen()).isTrue();
                        });
        assertThat(
                        Expectations.judge(List.of(pathMtu(4096)), p -> Optional.of(path))
                                .measurements()
                                .getFirst()
                                .verdict())
                .isEqualTo(Verdict.MET);
    }

    @Test
    void anRdmaMtuBelowTheInterfacesLeadsToItsOwnCheck() {
        Path path = path(100, 9000);
        assertThat(
                        Expectations.judge(List.of(pathMtu(1024)), p -> Optional.of(path))
                                .causes()
                                .get(0))
                .first()
                .satisfies(c -> assertThat(c.code()).isEqualTo("rdma-mtu-below-interface"));
    }

    @Test
    void softRoceIsHeldAgainstNothing() {
        RdmaEnd soft =
                new RdmaEnd(
                        "rxe0",
                        1,
                        OptionalInt.of(1),
                        "10.78.0.1 RoCE v2",
                        false,
                        true,
                        OptionalInt.empty(),
                        Optional.empty());
        Port a = Given.port("a", "mlx5_core", 100, 9000);
        Port port =
                new Port(
                        "a",
                        a.wanted(),
                        a.mtu(),
                        a.speed(),
                        a.driver(),
                        a.kind(),
                        a.slot(),
                        a.slotNow(),
                        "",
                        "",
                        false,
                        new RdmaSide(Optional.of(soft), "", List.of()),
                        Optional.empty());
        assertThat(RdmaCeiling.bandwidth(Given.path(port, a), bandwidth(0.2)).bounded()).isFalse();
    }

    @Test
    void theServersCommandAndTheClientsEachHaveTheirOwnDeviceAndGidIndex() {
        RdmaEnd from = end("mlx5_0", 3);
        RdmaEnd to = end("mlx5_7", 5);
        Ends ends =
                new Ends(
                        "10.78.0.1",
                        "10.78.0.2",
                        "eth1",
                        "eth1",
                        "18515",
                        Optional.of(from),
                        Optional.of(to),
                        "");
        PerftestRdma perftest = new PerftestRdma();
        Case write = perftest.cases(Settings.DEFAULT).getFirst();
        assertThat(perftest.client(write, ends))
                .isEqualTo(
                        "stdbuf -oL ib_write_bw -d mlx5_0 -i 1 -x 3 -F -p 18515 -s 65536"
                                + " --report_gbits -q 1 -D 5 10.78.0.2");
        assertThat(perftest.server(write, ends))
                .hasValue(
                        "stdbuf -oL ib_write_bw -d mlx5_7 -i 1 -x 5 -F -p 18515 -s 65536"
                                + " --report_gbits -q 1 -D 5");
        assertThat(perftest.cases(Settings.DEFAULT)).hasSize(9);
    }

    private static RdmaEnd end(String device, int index) {
        return new RdmaEnd(
                device,
                1,
                OptionalInt.of(index),
                "x",
                false,
                false,
                OptionalInt.empty(),
                Optional.empty());
    }

    @Test
    void ofAFailedRunTheWrongGidIndexIsTheLikelyCause() {
        Facts facts =
                facts(
                        link("ACTIVE"),
                        gid(0, "fe80:0000:0000:0000:0000:00ff:fe00:0001", "", "RoCE v2"),
                        gid(1, V4, "10.78.0.1", "RoCE v2"));
        Host host = host("10.78.0.1");
        Port port = Port.of(facts, host, host.rails().getFirst()).withGidIndex(9);
        Case write = new PerftestRdma().cases(Settings.DEFAULT).getFirst();
        assertThat(Doubts.of(write, Given.path(port, port)))
                .contains("Likely cause: roce-wrong-gid-index")
                .contains("GID index 9 of h1 mlx5_2 is empty, and 10.78.0.1 is at index 1");
        Port right = Port.of(facts, host, host.rails().getFirst());
        assertThat(Doubts.of(write, Given.path(right, right))).isEmpty();
    }
}
