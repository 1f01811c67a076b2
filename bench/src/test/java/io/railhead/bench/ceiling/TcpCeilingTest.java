package io.railhead.bench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.railhead.bench.Given;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.bench.path.RdmaSide;
import io.railhead.model.Expectation;
import io.railhead.model.Verdict;
import io.railhead.model.fact.PcieLink;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TcpCeilingTest {

    @Test
    void theShareOfTheLineIsThatOfTheHeaders() {
        assertThat(TcpCeiling.efficiency(1500, false, false)).isCloseTo(0.9415, within(5e-5));
        assertThat(TcpCeiling.efficiency(9000, false, false)).isCloseTo(0.9900, within(5e-5));
        assertThat(TcpCeiling.efficiency(9216, false, false)).isCloseTo(0.9903, within(5e-5));
        assertThat(TcpCeiling.efficiency(9000, true, false)).isCloseTo(8928.0 / 9038, within(1e-9));
        assertThat(TcpCeiling.efficiency(1500, false, true)).isCloseTo(1448.0 / 1542, within(1e-9));
    }

    @Test
    void pcieRatesAreThoseOfTheStandard() {
        assertThat(TcpCeiling.raw(new PcieLink(8, 8)).asGbps()).isCloseTo(63.0, within(0.05));
        assertThat(TcpCeiling.raw(new PcieLink(8, 16)).asGbps()).isCloseTo(126.0, within(0.1));
        assertThat(TcpCeiling.raw(new PcieLink(32, 4)).asGbps()).isCloseTo(126.0, within(0.1));
        assertThat(TcpCeiling.raw(new PcieLink(5, 8)).asGbps()).isCloseTo(32.0, within(0.01));
    }

    @Test
    void aTenGigabitPathIsHeldAgainstItsLine() {
        Path path =
                Given.path(Given.port("a", "ixgbe", 10, 9000), Given.port("b", "ixgbe", 10, 9000));
        Expectation e = TcpCeiling.expectation(path, 1, "iperf 3.12");
        assertThat(e.typical() / 1e9).isCloseTo(9.900, within(0.001));
        assertThat(e.low() / 1e9).isCloseTo(9.405, within(0.001));
        assertThat(e.why())
                .contains("10 Gb/s", "(9000-52)/(9000+38) = 0.9900", "9.90 Gb/s of payload");
        assertThat(Given.bandwidth("a", "b", "rail0", 9.85).expecting(e).verdict())
                .isEqualTo(Verdict.MET);
        assertThat(Given.bandwidth("a", "b", "rail0", 9.1).expecting(e).verdict())
                .isEqualTo(Verdict.MISSED);
        assertThat(Given.bandwidth("a", "b", "rail0", 22.7).expecting(e).verdict())
                .as("more than the wire carries is a fault of the measurement")
                .isEqualTo(Verdict.MISSED);
    }

    @Test
    void theSlowerEndAndTheSmallerMtuCount() {
        Path path =
                Given.path(
                        Given.port("a", "mlx5_core", 25, 9000), Given.port("b", "ixgbe", 10, 1500));
        Expectation e = TcpCeiling.expectation(path, 4, "iperf 3.17");
        assertThat(e.typical() / 1e9).isCloseTo(9.415, within(0.001));
    }

    @Test
    void oneStreamOnAFastLineIsHeldAgainstOneCore() {
        Path path =
                Given.path(
                        Given.port("a", "mlx5_core", 100, 9000),
                        Given.port("b", "mlx5_core", 100, 9000));
        Expectation one = TcpCeiling.expectation(path, 1, "iperf 3.17");
        assertThat(one.low() / 1e9).isCloseTo(23.75, within(0.001));
        assertThat(one.why()).contains("one stream is one core");
        Expectation eightOld = TcpCeiling.expectation(path, 8, "iperf 3.12");
        assertThat(eightOld.low() / 1e9).isCloseTo(23.75, within(0.001));
        assertThat(eightOld.why()).contains("before 3.16");
        Expectation eightNew = TcpCeiling.expectation(path, 8, "iperf 3.17");
        assertThat(eightNew.low() / 1e9).isCloseTo(94.05, within(0.01));
        // The reference lab: 27.4 Gb/s by one stream on 40G is no fault.
        Path forty =
                Given.path(
                        Given.port("a", "mlx4_en", 40, 9000), Given.port("b", "mlx4_en", 40, 9000));
        assertThat(
                        Given.bandwidth("a", "b", "rail0", 27.4)
                                .expecting(TcpCeiling.expectation(forty, 1, "iperf 3.9"))
                                .verdict())
                .isEqualTo(Verdict.MET);
    }

    @Test
    void aSlotThatLetsThroughLessThanTheLineIsTheCeiling() {
        Port a = Given.port("a", "mlx5_core", 100, 9000);
        Port narrow =
                new Port(
                        "b",
                        a.wanted(),
                        a.mtu(),
                        a.speed(),
                        "mlx5_core",
                        "ether",
                        Optional.of(new PcieLink(8, 8)),
                        Optional.empty(),
                        "",
                        "",
                        false,
                        RdmaSide.UNKNOWN,
                        Optional.empty());
        Expectation e = TcpCeiling.expectation(Given.path(a, narrow), 8, "iperf 3.17");
        assertThat(e.typical() / 1e9).isCloseTo(54.8, within(0.1));
        assertThat(e.why()).contains("PCIe");
    }

    @Test
    void aVirtualLinkHasNoPhysicalExpectationAndSaysWhy() {
        Path path =
                Given.path(Given.port("h1", "veth", 10, 9000), Given.port("h2", "veth", 10, 9000));
        Expectation e = TcpCeiling.expectation(path, 1, "iperf 3.12");
        assertThat(e.bounded()).isFalse();
        assertThat(e.why()).contains("h1 eth1 is a virtual link (veth)");
        assertThat(Given.bandwidth("h1", "h2", "rail0", 42).expecting(e).verdict())
                .isEqualTo(Verdict.NONE);
    }

    @Test
    void whatIsNotKnownIsNamed() {
        Port good = Given.port("a", "ixgbe", 10, 9000);
        Port noDriver = Given.port("b", "", 10, 9000);
        assertThat(TcpCeiling.expectation(Given.path(good, noDriver), 1, "").why())
                .contains("the driver of b eth1 is not known");
        Port noMtu =
                new Port(
                        "c",
                        good.wanted(),
                        OptionalInt.empty(),
                        good.speed(),
                        "ixgbe",
                        "ether",
                        Optional.empty(),
                        Optional.empty(),
                        "",
                        "",
                        false,
                        RdmaSide.UNKNOWN,
                        Optional.empty());
        assertThat(TcpCeiling.expectation(Given.path(good, noMtu), 1, "").why())
                .contains("the MTU of c eth1 was not read");
        Port recorded =
                new Port(
                        "d",
                        good.wanted(),
                        good.mtu(),
                        good.speed(),
                        "mlx5_core",
                        "ether",
                        Optional.empty(),
                        Optional.empty(),
                        "",
                        "",
                        true,
                        RdmaSide.UNKNOWN,
                        Optional.empty());
        assertThat(TcpCeiling.expectation(Given.path(recorded, good), 1, "").why())
                .contains("recorded");
    }

    @Test
    void iperf3HasAThreadAStreamSince316() {
        assertThat(TcpCeiling.oneThread("iperf 3.12")).isTrue();
        assertThat(TcpCeiling.oneThread("iperf 3.16")).isFalse();
        assertThat(TcpCeiling.oneThread("iperf 3.17.1+")).isFalse();
        assertThat(TcpCeiling.oneThread("")).isTrue();
        assertThat(TcpCeiling.oneThread("nonsense 99999999999.1")).isTrue();
    }
}
