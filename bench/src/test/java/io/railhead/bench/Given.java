package io.railhead.bench;

import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.bench.path.RdmaSide;
import io.railhead.model.Bandwidth;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.PcieLink;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Records for tests, in few words.
public final class Given {
    public static final Source NOWHERE = Source.line("test", 1);

    private Given() {}

    public static Subnet subnet(String cidr) {
        return Subnet.parse(cidr).orElseThrow();
    }

    public static RailPort railPort(String rail, String interfaceName, String address, int mtu) {
        return new RailPort(
                rail,
                interfaceName,
                address,
                subnet(address.contains(":") ? "fd00:78::/64" : "10.78.0.0/16"),
                mtu,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty());
    }

    /// Hosts `h1`, `h2`, … with a port `eth1` on `rail0`, at 10.78.0.1 and on.
    public static Cluster cluster(int hosts, int mtu, boolean lab) {
        List<Host> all =
                IntStream.rangeClosed(1, hosts)
                        .mapToObj(
                                i ->
                                        new Host(
                                                "h" + i,
                                                "h" + i,
                                                Login.DEFAULT,
                                                Optional.empty(),
                                                List.of(
                                                        railPort(
                                                                "rail0",
                                                                "eth1",
                                                                "10.78.0." + i,
                                                                mtu)),
                                                Optional.empty(),
                                                HostPolicy.DEFAULT,
                                                0))
                        .toList();
        return new Cluster(
                "test",
                "test",
                Login.DEFAULT,
                List.of(new Rail("rail0", subnet("10.78.0.0/16"), mtu, Optional.empty())),
                all,
                List.of(),
                List.of(),
                Optional.empty(),
                HostPolicy.DEFAULT,
                List.of(),
                lab);
    }

    public static Port port(String host, String driver, double gbps, int mtu) {
        return new Port(
                host,
                railPort("rail0", "eth1", "10.78.0.1", mtu),
                OptionalInt.of(mtu),
                Optional.of(Bandwidth.gbps(gbps)),
                driver,
                "ether",
                Optional.empty(),
                Optional.empty(),
                "",
                "6.1.0",
                false,
                RdmaSide.UNKNOWN,
                Optional.empty());
    }

    /// @param model in words, as `lspci` has it
    public static PciDevice card(String slot, String model, PcieLink link) {
        return new PciDevice(
                slot,
                "Ethernet controller",
                Optional.of(model),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.of(link),
                Optional.of(link),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                NOWHERE);
    }

    public static Path path(Port from, Port to) {
        return new Path(
                new Pair("rail0", from.host(), to.host()),
                from,
                to,
                OptionalInt.empty(),
                "",
                false);
    }

    public static Measurement bandwidth(String from, String to, String rail, double gbps) {
        return new Measurement(
                "tcp.bandwidth",
                gbps * 1e9,
                "bit/s",
                Statistic.MEAN,
                Conditions.of(
                        "from",
                        from,
                        "to",
                        to,
                        "rail",
                        rail,
                        "streams",
                        "1",
                        "mtu",
                        "9000",
                        "duration",
                        "5",
                        "tool",
                        "iperf3"),
                NOWHERE,
                Optional.empty());
    }

    public static Measurement latency(
            String metric, String from, String to, Statistic s, double micros, String trip) {
        return new Measurement(
                metric,
                micros * 1e3,
                "ns",
                s,
                Conditions.of(
                        "from", from, "to", to, "rail", "rail0", "load", "idle", "trip", trip),
                NOWHERE,
                Optional.empty());
    }

    public static Measurement with(Measurement m, String key, String value) {
        return new Measurement(
                m.metric(),
                m.value(),
                m.unit(),
                m.statistic(),
                m.conditions().with(key, value),
                m.source(),
                m.expectation());
    }
}
