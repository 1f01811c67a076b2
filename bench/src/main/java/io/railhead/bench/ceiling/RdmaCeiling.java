package io.railhead.bench.ceiling;

import io.railhead.bench.RdmaEnd;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.model.Bandwidth;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// What RDMA can carry over a path: line rate, less what each packet costs on the wire, or what the
/// slot of the card lets through, whichever is less.
///
/// goodput = rate x S / (ceil(S/M) x o + S + e), with S the message, M the RDMA MTU, o the bytes a
/// packet costs and e the extra headers a message has once. Checked against real adapters: 92.4 to
/// 92.6 Gb/s on 100G with M 1024, 98.0 with M 4096.
public final class RdmaCeiling {
    /// RoCE v2 over IPv4, untagged: preamble and start 8, Ethernet 14, IPv4 20, UDP 8, BTH 12, ICRC
    /// 4, FCS 4, gap 12 (IEEE 802.3; IBTA Annex A17).
    public static final int ROCE_V2 = 82;

    /// Of those the preamble and the gap, which are no part of the frame.
    public static final int PREAMBLE_AND_GAP = 20;

    /// IPv6 has 20 bytes more of header.
    static final int IPV6_MORE = 20;

    /// An 802.1Q tag.
    static final int TAG = 4;

    /// InfiniBand within a subnet: LRH 8, BTH 12, ICRC 4, VCRC 2 (IBTA Vol. 1, chapter 5).
    static final int INFINIBAND = 26;

    /// RETH, in the first packet of a write.
    static final int RETH = 16;

    /// AETH, in the first and the last packet of a read's answer.
    static final int AETH = 4;

    /// Below it the adapter's message rate may be the limit and not the line.
    static final long LARGE = 65_536;

    /// One queue pair may stop here however fast the line is (220 to 230 Gb/s are seen on 400G).
    static final double ONE_QP_GBPS = 220;

    /// perftest goes no higher on ConnectX-3, whose RoCE has a fault with 4096.
    static final int MLX4_MTU = 2048;

    static final double LOW = 0.95;
    public static final double HIGH = 1.01;

    /// Small messages, half a round trip, from adapter to adapter: 0.7 to 1.5 microseconds are seen
    /// on ConnectX-3 to 7; more than this has a cause.
    static final double NICS_NANOS = 2_000;

    /// A cut-through hop takes 0.3 to 1.5 microseconds, by the switch.
    public static final double HOP_NANOS = 1_500;

    /// Hops to allow for where the intent does not say where the cables go: leaf, spine, leaf.
    public static final int UNKNOWN_HOPS = 3;

    private RdmaCeiling() {}

    /// Bytes a message of `verb` costs on the wire beyond its payload.
    static long overhead(String verb, long bytes, int mtu, int perPacket) {
        long packets = Math.max(1, Math.ceilDiv(bytes, mtu));
        long extra =
                switch (verb) {
                    case "write" -> RETH;
                    case "read" -> packets == 1 ? AETH : 2 * AETH;
                    default -> 0;
                };
        return packets * perPacket + extra;
    }

    /// Share of the line that is payload.
    public static double efficiency(String verb, long bytes, int mtu, int perPacket) {
        return (double) bytes / (bytes + overhead(verb, bytes, mtu, perPacket));
    }

    /// The largest RDMA MTU that fits an interface MTU: 4096 from 4200, 2048 from 2200, 1024 from
    /// 1100, as the drivers count (headers of RoCE v2 over IPv6 and 42 spare bytes).
    public static int fitting(int interfaceMtu) {
        return interfaceMtu >= 4200
                ? 4096
                : interfaceMtu >= 2200
                        ? 2048
                        : interfaceMtu >= 1100 ? 1024 : interfaceMtu >= 600 ? 512 : 256;
    }

    public static Expectation bandwidth(Path path, Measurement m) {
        Optional<String> obstacle = obstacle(path);
        if (obstacle.isPresent()) {
            return Expectation.none("no physical expectation: " + obstacle.get());
        }
        long bytes = number(m, "message", 0);
        int mtu = (int) number(m, "path-mtu", 0);
        int qps = (int) number(m, "qps", 1);
        if (bytes <= 0 || mtu < 256 || mtu > 4096) {
            return Expectation.none(
                    "no physical expectation: perftest did not say message size or RDMA MTU");
        }
        Bandwidth line = line(path).orElseThrow();
        int perPacket = perPacket(path);
        String verb = m.conditions().get("verb");
        long packets = Math.ceilDiv(bytes, mtu);
        long once = overhead(verb, bytes, mtu, perPacket) - packets * perPacket;
        double share = efficiency(verb, bytes, mtu, perPacket);
        boolean both = m.conditions().get("direction").equals("both");
        double ceiling = line.bitsPerSecond() * share;
        StringBuilder why = new StringBuilder();
        why.append(
                String.format(
                        Locale.ROOT,
                        "line %s x %d/(%d x %d + %d + %d) = %.4f at RDMA MTU %d (%d bytes a packet"
                                + " beyond its payload): %s",
                        rate(line),
                        bytes,
                        packets,
                        perPacket,
                        bytes,
                        once,
                        share,
                        mtu,
                        perPacket,
                        new Bandwidth(ceiling)));
        Optional<Bandwidth> slot = slot(path);
        double most = ceiling;
        if (slot.isPresent() && slot.get().bitsPerSecond() < ceiling) {
            ceiling = slot.get().bitsPerSecond();
            most = Math.min(most, ceiling * TcpCeiling.PCIE_MOST / TcpCeiling.PCIE_SHARE);
            why.append(
                    String.format(
                            Locale.ROOT,
                            "; the card's PCIe link lets through %.0f %% of its raw rate: %s",
                            TcpCeiling.PCIE_SHARE * 100,
                            slot.get()));
        }
        double wanted = ceiling;
        if (qps == 1 && ONE_QP_GBPS * 1e9 < ceiling) {
            wanted = ONE_QP_GBPS * 1e9;
            why.append("; one queue pair may stop at " + new Bandwidth(wanted));
        }
        if (both) {
            most *= 2;
            wanted *= 2;
            why.append("; twice that for both directions");
        }
        if (bytes < LARGE) {
            why.append("; below 64 KiB the message rate may be the limit: no least value");
            return new Expectation(
                    Double.NEGATIVE_INFINITY, Double.NaN, most * HIGH, why.toString());
        }
        why.append(String.format(Locale.ROOT, "; %.0f %% of that is the least", LOW * 100));
        return new Expectation(wanted * LOW, wanted, most * HIGH, why.toString());
    }

    public static Expectation latency(Path path, Measurement m) {
        Optional<String> obstacle = obstacle(path);
        if (obstacle.isPresent()) {
            return Expectation.none("no physical expectation: " + obstacle.get());
        }
        long bytes = number(m, "message", 0);
        int hops = path.hops().orElse(UNKNOWN_HOPS);
        int trips = m.conditions().get("trip").equals("full") ? 2 : 1;
        double wire = (bytes + perPacket(path)) * 8e9 / line(path).orElseThrow().bitsPerSecond();
        double high = trips * (NICS_NANOS + hops * HOP_NANOS) + wire * (hops + 1);
        return new Expectation(
                wire,
                Double.NaN,
                high,
                String.format(
                        Locale.ROOT,
                        "%d x (adapters %.1f µs + %d %s x %.1f µs) and %.0f ns on the wire a link;"
                                + " never less than the wire%s",
                        trips,
                        NICS_NANOS / 1e3,
                        hops,
                        hops == 1 ? "hop" : "hops",
                        HOP_NANOS / 1e3,
                        wire,
                        path.hops().isPresent() ? "" : " (hops not stated: 3 allowed for)"));
    }

    /// The RDMA MTU that a path should have: what fits the rail's MTU, or what was asked for.
    public static Expectation pathMtu(Path path, Measurement m) {
        int asked = (int) number(m, "asked-mtu", 0);
        int rail = Math.min(path.from().wanted().mtu(), path.to().wanted().mtu());
        int most = 4096;
        for (Port port : new Port[] {path.from(), path.to()}) {
            OptionalInt own = port.rdma().end().map(RdmaEnd::maxMtu).orElse(OptionalInt.empty());
            most = Math.min(most, own.orElse(4096));
            if (port.rdma().end().filter(e -> e.device().startsWith("mlx4")).isPresent()) {
                most = Math.min(most, MLX4_MTU);
            }
            if (port.rdma().end().filter(RdmaEnd::infiniBand).isPresent()) {
                return Expectation.none(
                        "no physical expectation: the MTU of InfiniBand is the subnet manager's");
            }
        }
        int wanted = asked > 0 ? asked : Math.min(most, fitting(rail));
        return new Expectation(
                wanted,
                wanted,
                wanted,
                asked > 0
                        ? "RDMA MTU " + asked + " was asked for"
                        : "the rail's MTU of %d leaves room for RDMA MTU %d (4096 from 4200, 2048"
                                        .formatted(rail, wanted)
                                + " from 2200, 1024 from 1100)");
    }

    private static int perPacket(Path path) {
        if (path.to().rdma().end().filter(RdmaEnd::infiniBand).isPresent()) {
            return INFINIBAND;
        }
        boolean tagged = path.from().kind().equals("vlan") || path.to().kind().equals("vlan");
        return ROCE_V2
                + (path.to().wanted().address().contains(":") ? IPV6_MORE : 0)
                + (tagged ? TAG : 0);
    }

    private static Optional<String> obstacle(Path path) {
        for (Port port : new Port[] {path.from(), path.to()}) {
            if (port.rdma().end().filter(RdmaEnd::soft).isPresent()) {
                return Optional.of(
                        port.rdma().end().orElseThrow()
                                + " of "
                                + port.host()
                                + " is soft-RoCE: the CPU is its limit");
            }
            if (port.recorded()) {
                return Optional.of(
                        "the speed of " + port.label() + " comes from a recorded sample");
            }
            if (port.virtual()) {
                return Optional.of(port.label() + " is a virtual link");
            }
            if (speed(port).isEmpty()) {
                return Optional.of(port.label() + " reports no speed");
            }
        }
        return Optional.empty();
    }

    private static Optional<Bandwidth> speed(Port port) {
        return port.speed().or(() -> port.rdma().end().flatMap(RdmaEnd::rate));
    }

    private static Optional<Bandwidth> line(Path path) {
        Optional<Bandwidth> a = speed(path.from());
        Optional<Bandwidth> b = speed(path.to());
        return a.isPresent() && b.isPresent() && b.get().compareTo(a.get()) < 0 ? b : a;
    }

    private static Optional<Bandwidth> slot(Path path) {
        Optional<Bandwidth> least = Optional.empty();
        for (Port port : new Port[] {path.from(), path.to()}) {
            Optional<Bandwidth> own =
                    port.slot()
                            .map(TcpCeiling::raw)
                            .map(r -> new Bandwidth(r.bitsPerSecond() * TcpCeiling.PCIE_SHARE));
            if (own.isPresent() && (least.isEmpty() || own.get().compareTo(least.get()) < 0)) {
                least = own;
            }
        }
        return least;
    }

    private static long number(Measurement m, String key, long otherwise) {
        String text = m.conditions().get(key);
        return text.matches("\\d{1,12}") ? Long.parseLong(text) : otherwise;
    }

    private static String rate(Bandwidth line) {
        return line.asGbps() == Math.rint(line.asGbps())
                ? String.format(Locale.ROOT, "%.0f Gb/s", line.asGbps())
                : line.toString();
    }
}
