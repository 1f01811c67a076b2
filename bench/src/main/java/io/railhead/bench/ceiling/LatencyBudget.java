package io.railhead.bench.ceiling;

import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where the time of a measured RDMA latency goes, one way, by components that formulas or measured
/// typical values give. What they leave over is named as unaccounted: it is the rest and no
/// measurement of anything, and negative when the model takes more than was measured.
///
/// @param oneWayNanos half of what was measured when that was a full round trip
public record LatencyBudget(Measurement measured, double oneWayNanos, List<Part> parts) {

    /// @param how the formula or the source
    public record Part(String name, double nanos, String how) {}

    /// Of each adapter, and of both PCIe crossings (reference lab A, rows A19 and A20).
    private static final double NIC = 200;

    private static final double PCIE = 200;

    /// Least Ethernet frame (IEEE 802.3).
    private static final int LEAST_FRAME = 64;

    private static final Pattern METRES = Pattern.compile("([0-9.]{1,8}) m\\b");
    private static final Pattern GBPS = Pattern.compile("([0-9.]{1,8}) Gb/s");

    /// Of a median or mean RDMA latency over a line of known rate; empty of anything else.
    ///
    /// @param hop class of the switches on the way, where there are some
    public static Optional<LatencyBudget> of(Measurement m, Hop hop) {
        Matcher line = GBPS.matcher(m.conditions().get("line"));
        if (!m.metric().equals("rdma.latency")
                || m.statistic() != Statistic.P50
                || !m.conditions().get("lab").isEmpty()
                || !line.find()) {
            return Optional.empty();
        }
        double rate = Double.parseDouble(line.group(1)) * 1e9;
        boolean full = m.conditions().get("trip").equals("full");
        double oneWay = m.value() / (full ? 2 : 1);
        List<Part> parts = new ArrayList<>();
        parts.add(new Part("sending adapter", NIC, "200 ns, reference lab A"));
        parts.add(new Part("PCIe", PCIE, "200 ns for both ends, reference lab A"));
        int message = number(m.conditions().get("message"));
        int frame =
                Math.max(
                        LEAST_FRAME,
                        message
                                + RdmaCeiling.ROCE_V2
                                - RdmaCeiling.PREAMBLE_AND_GAP
                                + RdmaCeiling.RETH);
        int hops = number(m.conditions().get("hops"));
        double wire = Hop.serialization(frame, rate);
        int times = hops > 0 && hop.stores() ? hops + 1 : 1;
        parts.add(
                new Part(
                        "serialization",
                        wire * times,
                        String.format(
                                Locale.ROOT,
                                "%d x %d bytes x 8 / %s",
                                times,
                                frame,
                                line.group())));
        double metres =
                METRES.matcher(m.conditions().get("cable"))
                        .results()
                        .map(MatchResult::group)
                        .mapToDouble(t -> Double.parseDouble(t.replace(" m", "")))
                        .sum();
        if (metres > 0) {
            parts.add(
                    new Part(
                            "cable",
                            metres * Hop.NANOS_A_METRE,
                            String.format(Locale.ROOT, "%.1f m x 5 ns", metres)));
        }
        if (hops > 0) {
            double middle = (hop.low() + hop.high()) / 2;
            parts.add(
                    new Part(
                            "switches",
                            hops * middle,
                            String.format(
                                    Locale.ROOT,
                                    "%d x %.0f to %.0f ns, %s",
                                    hops,
                                    hop.low(),
                                    hop.high(),
                                    hop.name())));
        }
        parts.add(new Part("receiving adapter", NIC, "200 ns, reference lab A"));
        double sum = parts.stream().mapToDouble(Part::nanos).sum();
        parts.add(
                new Part(
                        "unaccounted",
                        oneWay - sum,
                        "the rest: software, waiting"
                                + (m.conditions().get("hops").isEmpty() || metres == 0
                                        ? "; hops or cable unknown"
                                        : "")));
        return Optional.of(new LatencyBudget(m, oneWay, List.copyOf(parts)));
    }

    private static int number(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }
}
