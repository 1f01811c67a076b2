package io.railhead.bench.ceiling;

import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.model.Bandwidth;
import io.railhead.model.Expectation;
import io.railhead.model.fact.PcieLink;
import java.util.Locale;
import java.util.Optional;

/// What TCP can carry over a path: line rate, less headers, or what the slot of the card lets
/// through, whichever is less; and what one process can move.
public final class TcpCeiling {
    /// Bytes a frame costs on the wire beyond the IP packet: preamble and start 8, Ethernet 14,
    /// FCS 4, gap 12 (IEEE 802.3).
    static final int ETHERNET = 38;

    /// An 802.1Q tag.
    static final int TAG = 4;

    /// IPv4 20, TCP 20, time stamp option 12 (RFC 7323, on by default in Linux).
    static final int IPV4_TCP = 52;

    /// IPv6 has 40 bytes of header.
    static final int IPV6_TCP = 72;

    /// Share of the raw PCIe rate that is left for payload, at the low end of what is seen with
    /// 256-byte payloads.
    static final double PCIE_SHARE = 0.87;

    /// The most of it that payload was seen to take (111.7 of 126 Gb/s is 0.89).
    static final double PCIE_MOST = 0.90;

    /// The least one core moves through a TCP socket on a machine fit for such a line (25 to
    /// 40 Gb/s are seen), in Gb/s.
    static final double ONE_CORE_GBPS = 25;

    /// A healthy path gives at least this share of its ceiling.
    public static final double LOW = 0.95;

    /// What is read above the ceiling can only be the clock or the last buffers: 1 %.
    public static final double HIGH = 1.01;

    private TcpCeiling() {}

    /// TCP payload by line rate: (MTU - 52) / (MTU + 38) for untagged IPv4.
    static double efficiency(int mtu, boolean ipv6, boolean tagged) {
        return (double) (mtu - (ipv6 ? IPV6_TCP : IPV4_TCP))
                / (mtu + ETHERNET + (tagged ? TAG : 0));
    }

    /// Raw PCIe rate: 128/130 coded from 8 GT/s, 8b/10b before.
    public static Bandwidth raw(PcieLink link) {
        double coding = link.gigaTransfers() >= 8 ? 128.0 / 130 : 0.8;
        return Bandwidth.gbps(link.gigaTransfers() * link.width() * coding);
    }

    /// The expectation of a bandwidth over the path.
    ///
    /// @param streams parallel TCP streams
    /// @param version of iperf3 as printed, `iperf 3.12`; empty when unknown
    public static Expectation expectation(Path path, int streams, String version) {
        Optional<String> obstacle = obstacle(path);
        if (obstacle.isPresent()) {
            return Expectation.none("no physical expectation: " + obstacle.get());
        }
        Bandwidth line = slower(path.from().speed(), path.to().speed()).orElseThrow();
        int mtu = path.mtu().orElseThrow();
        boolean ipv6 = path.to().wanted().address().contains(":");
        boolean tagged = path.from().kind().equals("vlan") || path.to().kind().equals("vlan");
        double share = efficiency(mtu, ipv6, tagged);
        Bandwidth ceiling = new Bandwidth(line.bitsPerSecond() * share);
        StringBuilder why = new StringBuilder();
        why.append(
                String.format(
                        Locale.ROOT,
                        "line %s x (%d-%d)/(%d+%d) = %.4f at MTU %d: %s of payload",
                        rate(line),
                        mtu,
                        ipv6 ? IPV6_TCP : IPV4_TCP,
                        mtu,
                        ETHERNET + (tagged ? TAG : 0),
                        share,
                        mtu,
                        ceiling));
        Optional<Bandwidth> slot = slower(usable(path.from()), usable(path.to()));
        if (slot.isPresent() && slot.get().compareTo(ceiling) < 0) {
            ceiling = slot.get();
            why.append(
                    String.format(
                            Locale.ROOT,
                            "; the card's PCIe link lets through %.0f %% of its raw rate: %s",
                            PCIE_SHARE * 100,
                            ceiling));
        }
        double most =
                slot.isPresent() && slot.get().equals(ceiling)
                        ? ceiling.bitsPerSecond() * PCIE_MOST / PCIE_SHARE
                        : ceiling.bitsPerSecond();
        most = Math.min(most, line.bitsPerSecond() * share);
        Bandwidth wanted = ceiling;
        int cores = oneThread(version) ? 1 : streams;
        Bandwidth byCores = Bandwidth.gbps(ONE_CORE_GBPS * cores);
        if (byCores.compareTo(ceiling) < 0) {
            wanted = byCores;
            why.append(
                    String.format(
                            Locale.ROOT,
                            "; %s moves at least %s",
                            cores == 1
                                    ? (streams == 1
                                            ? "one stream is one core, which"
                                            : "iperf3 before 3.16 is one thread, which")
                                    : cores + " streams on " + cores + " cores",
                            byCores));
        }
        why.append(String.format(Locale.ROOT, "; %.0f %% of that is the least", LOW * 100));
        return new Expectation(
                wanted.bitsPerSecond() * LOW, wanted.bitsPerSecond(), most * HIGH, why.toString());
    }

    private static Optional<String> obstacle(Path path) {
        for (Port port : new Port[] {path.from(), path.to()}) {
            if (port.recorded()) {
                return Optional.of(
                        "the speed of " + port.label() + " comes from a recorded sample");
            }
            if (port.virtual()) {
                String kind = port.driver().isEmpty() ? port.kind() : port.driver();
                return Optional.of(
                        port.label()
                                + " is a virtual link ("
                                + kind
                                + "): its stated speed is no wire's");
            }
            if (port.driver().isEmpty()) {
                return Optional.of(
                        "the driver of "
                                + port.label()
                                + " is not known, so neither is whether its speed is a wire's");
            }
            if (port.speed().isEmpty()) {
                return Optional.of(port.label() + " reports no speed");
            }
            if (port.mtu().isEmpty()) {
                return Optional.of("the MTU of " + port.label() + " was not read");
            }
            if (port.mtu().getAsInt() <= IPV6_TCP) {
                return Optional.of("the MTU of " + port.label() + " leaves no room for data");
            }
        }
        return Optional.empty();
    }

    /// What the slot of its card lets through; empty when the card was not found.
    public static Optional<Bandwidth> usable(Port port) {
        return port.slot().map(s -> new Bandwidth(raw(s).bitsPerSecond() * PCIE_SHARE));
    }

    private static Optional<Bandwidth> slower(Optional<Bandwidth> a, Optional<Bandwidth> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.or(() -> b);
        }
        return a.get().compareTo(b.get()) <= 0 ? a : b;
    }

    /// `25 Gb/s`: line rates are whole numbers.
    private static String rate(Bandwidth line) {
        return line.asGbps() == Math.rint(line.asGbps())
                ? String.format(Locale.ROOT, "%.0f Gb/s", line.asGbps())
                : line.toString();
    }

    /// iperf3 got a thread a stream with 3.16. An unknown version is taken for an old one.
    static boolean oneThread(String version) {
        String[] parts = version.replaceAll("[^0-9.]", "").split("\\.", -1);
        if (parts.length < 2) {
            return true;
        }
        try {
            int major = Integer.parseInt(parts[0]);
            int minor = Integer.parseInt(parts[1]);
            return major < 3 || (major == 3 && minor < 16);
        } catch (NumberFormatException e) {
            return true;
        }
    }
}
