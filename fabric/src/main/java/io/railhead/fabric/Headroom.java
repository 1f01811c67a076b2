package io.railhead.fabric;

import io.railhead.model.Bandwidth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What may still arrive after a receiver has decided to pause its peer: the buffer a lossless
/// priority group needs above its xoff threshold.
///
/// @param bytes the headroom, all terms together, times `occupancy` where cells are counted
/// @param terms what it was summed from
/// @param arithmetic how the terms make up the bytes
public record Headroom(long bytes, List<Term> terms, String arithmetic) {

    /// Propagation speed in fibre and copper, metres a second: 0.66 c. Data sheets of cables give
    /// 0.65 to 0.70 c; the lower one is the safe side.
    static final double METRES_PER_SECOND = 1.98e8;

    /// A PAUSE or PFC frame, IEEE 802.3 clause 31B: 64 bytes, with preamble and gap 84 on the wire.
    static final int PAUSE_FRAME = 84;

    public Headroom {
        terms = List.copyOf(terms);
    }

    /// The general formula: twice the cable, one own frame that blocks the pause frame, the pause
    /// frame, the peer's response time, and a frame the peer has begun.
    ///
    /// @param metres length of the cable, 0 or more
    /// @param mtu largest frame on the link in bytes, headers included
    public static Headroom general(Bandwidth rate, double metres, int mtu) {
        List<Term> terms = new ArrayList<>();
        terms.add(cable(rate, metres));
        terms.add(
                new Term(
                        "own frame in the way of the pause frame",
                        mtu,
                        "MTU " + mtu,
                        "IEEE 802.1Qbb annex O"));
        terms.add(new Term("frame the peer has begun", mtu, "MTU " + mtu, "IEEE 802.1Qbb annex O"));
        terms.add(
                new Term(
                        "pause frame",
                        PAUSE_FRAME,
                        "64 + preamble 8 + gap 12",
                        "IEEE 802.3 clause 31B"));
        terms.add(peerResponse(rate));
        long sum = terms.stream().mapToLong(Term::bytes).sum();
        return new Headroom(sum, terms, sum(terms) + " = " + sum + " B");
    }

    /// What no model does without: what is on the cable, and what a peer that uses its whole
    /// response time still sends.
    public static Headroom least(Bandwidth rate, double metres) {
        List<Term> terms = List.of(cable(rate, metres), peerResponse(rate));
        long sum = terms.stream().mapToLong(Term::bytes).sum();
        return new Headroom(sum, terms, sum(terms) + " = " + sum + " B");
    }

    /// SONiC's dynamic buffer model for Spectrum switches: cells hold at most one packet, so that
    /// small packets waste them by the factor `occupancy`.
    ///
    /// @param losslessMtu RDMA MTU of the lossless traffic in bytes
    /// @param portMtu MTU of the port in bytes
    /// @param occupancy worst waste of a cell: 3 for cells of 192 and 144 bytes, 2 for 96
    /// @param tiles true for Spectrum-4 and later, whose ports share a tile's pipeline
    public static Headroom spectrum(
            Bandwidth rate,
            double metres,
            int losslessMtu,
            int portMtu,
            int occupancy,
            boolean tiles) {
        String source = "SONiC buffer_headroom_mellanox.lua";
        List<Term> terms = new ArrayList<>();
        terms.add(new Term("largest frame of the port", portMtu, "MTU " + portMtu, source));
        terms.add(cable(rate, metres));
        terms.add(new Term("MAC and PHY", 1024, "1 KiB", source));
        terms.add(peerResponse(rate));
        long tile = tiles ? Math.round(rate.bitsPerSecond() / 1e9 * 120 / 8) : 0;
        if (tiles) {
            terms.add(
                    new Term(
                            "tile pipeline",
                            tile,
                            format("%.0f Gb/s x 120 ns / 8", rate.asGbps()),
                            source));
        }
        long sum = terms.stream().mapToLong(Term::bytes).sum();
        long cells = losslessMtu + sum * occupancy;
        long rounded = (cells + 1023) / 1024 * 1024;
        return new Headroom(
                rounded,
                terms,
                losslessMtu
                        + " + "
                        + occupancy
                        + " x ("
                        + sum(terms)
                        + ") = "
                        + cells
                        + " B, up to whole KiB "
                        + rounded
                        + " B");
    }

    /// What the driver of ConnectX-4 and later takes off a receive buffer to get the point of
    /// pausing, where buffers are set by hand; it refuses one that is smaller.
    ///
    /// @param metres length of the cable as the driver was told it, 0 to 1000
    /// @param mtu MTU of the interface in bytes, without Ethernet header
    public static Headroom mlx5(Bandwidth rate, int metres, int mtu) {
        String source = "Linux mlx5 en/port_buffer.c, calculate_xoff";
        long wire = (301 + 216L * metres / 100) * Math.round(rate.asGbps());
        long frames = 272L * mtu / 100;
        List<Term> terms =
                List.of(
                        new Term(
                                "pipeline and cable",
                                wire,
                                format("(301 + 2.16 x %d m) x %.0f Gb/s", metres, rate.asGbps()),
                                source),
                        new Term("frames under way", frames, "2.72 x MTU " + mtu, source));
        long sum = wire + frames;
        return new Headroom(sum, terms, sum(terms) + " = " + sum + " B");
    }

    /// The same where a packet takes whole cells of the buffer, of which small ones waste most.
    ///
    /// @param occupancy how many times more than its own bytes a packet takes at worst, 1 or more
    public Headroom inCells(int occupancy, int cellBytes) {
        long cells = (bytes * occupancy + cellBytes - 1) / cellBytes;
        return new Headroom(
                cells * cellBytes,
                terms,
                String.format(
                        Locale.ROOT,
                        "%d x (%s) = %d B, in %d cells of %d B = %d B",
                        occupancy,
                        sum(terms),
                        bytes * occupancy,
                        cells,
                        cellBytes,
                        cells * cellBytes));
    }

    private static String sum(List<Term> terms) {
        return String.join(" + ", terms.stream().map(t -> String.valueOf(t.bytes())).toList());
    }

    /// A length in words, with no more digits than it has: `40 m`, `2.5 m`, `0.01 m`.
    public static String metres(double metres) {
        return BigDecimal.valueOf(metres).stripTrailingZeros().toPlainString() + " m";
    }

    private static Term cable(Bandwidth rate, double metres) {
        double bits = 2 * metres / METRES_PER_SECOND * rate.bitsPerSecond();
        return new Term(
                "on the cable, there and back",
                Math.round(bits / 8),
                format("2 x %s / 1.98e8 m/s x %.0f Gb/s / 8", metres(metres), rate.asGbps()),
                "propagation at 0.66 c");
    }

    /// Bytes the peer may still begin to send after the last bit of the pause frame.
    static Term peerResponse(Bandwidth rate) {
        int quanta = responseQuanta(rate);
        return new Term(
                "peer's response time",
                quanta * 64L,
                quanta + " quanta of 512 bits",
                "IEEE 802.3 clause 31B.3.7");
    }

    /// Response time limit in pause quanta of 512 bit times (IEEE 802.3 clause 31B.3.7 and its
    /// amendments). A rate between two of the table takes the next higher one's.
    static int responseQuanta(Bandwidth rate) {
        double gbps = rate.asGbps();
        if (gbps <= 10) return 67;
        if (gbps <= 25) return 80;
        if (gbps <= 40) return 118;
        if (gbps <= 50) return 147;
        if (gbps <= 100) return 394;
        if (gbps <= 200) return 453;
        return 905;
    }

    private static String format(String pattern, Object... arguments) {
        return String.format(Locale.ROOT, pattern, arguments);
    }
}
