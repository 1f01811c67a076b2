package io.railhead.fabric;

import io.railhead.model.Bandwidth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Marking thresholds of a lossless queue. ECN must act before PFC does: kmin < kmax < the xoff
/// threshold that one sender of the worst incast may count on.
///
/// @param kminBytes queue depth at which marking starts
/// @param kmaxBytes queue depth from which every packet is marked
/// @param pmaxPercent probability of marking just below kmax
/// @param why the arithmetic
/// @param conflicts what does not fit together, in words; empty when all is well
public record EcnThresholds(
        long kminBytes, long kmaxBytes, int pmaxPercent, List<String> why, List<String> conflicts) {

    /// A choice within what is used: the DCQCN paper has 1 %, guides for NX-OS 7, SONiC ships
    /// 5, Cumulus 100. Nothing derives it.
    static final int PMAX_PERCENT = 10;

    static final String PMAX_WORDS =
            "pmax = "
                    + PMAX_PERCENT
                    + "%: a choice, nothing derives it (the DCQCN paper has 1, SONiC ships 5, guides"
                    + " for NX-OS say 7, Cumulus ships 100; lossless.ecn.pmax sets another)";

    public EcnThresholds {
        why = List.copyOf(why);
        conflicts = List.copyOf(conflicts);
    }

    /// Derives thresholds for a queue.
    ///
    /// @param rate of the egress port
    /// @param roundTripNanos of the fabric, without load
    /// @param incast number of senders that may converge on one port, 1 or more
    /// @param xoffBytes queue depth at which the ingress priority group pauses its sender; 0 when
    ///     unknown
    public static EcnThresholds derive(
            Bandwidth rate, double roundTripNanos, int incast, long xoffBytes) {
        double bdp = rate.bitsPerSecond() * roundTripNanos / 1e9 / 8;
        // Starting points: at 100 Gb/s and 8 us they give 100 kB and 1 MB, between the 5 and 200 kB
        // at 40 Gb/s of the DCQCN paper (Zhu et al., SIGCOMM 2015) and the 150 kB and 1.5 to 3 MB
        // at 100 Gb/s of switch vendors' guides.
        long kmin = wholeKib(bdp);
        long kmax = wholeKib(bdp * 10);
        ArrayList<String> why = new ArrayList<>();
        ArrayList<String> conflicts = new ArrayList<>();
        why.add(
                String.format(
                        Locale.ROOT,
                        "bandwidth x round trip = %.0f Gb/s x %.1f us / 8 = %.0f B",
                        rate.asGbps(),
                        roundTripNanos / 1e3,
                        bdp));
        why.add(
                "to the nearest KiB, kmin = 1 x that = "
                        + kmin
                        + " B; kmax = 10 x that = "
                        + kmax
                        + " B");
        if (xoffBytes > 0) {
            long share = xoffBytes;
            why.add(
                    "PFC pauses one of "
                            + incast
                            + " senders when "
                            + xoffBytes
                            + " B of its own wait; together "
                            + xoffBytes * incast
                            + " B may wait at the egress");
            if (kmax >= share * incast) {
                long lowered = wholeKib(share * (double) incast / 2);
                why.add("kmax lowered to half of that = " + lowered + " B, so that ECN acts first");
                kmax = lowered;
            }
            if (kmin >= kmax) {
                kmin = wholeKib(kmax / 4.0);
                why.add("kmin lowered to a quarter of kmax = " + kmin + " B");
            }
            if (kmin * 8.0 < bdp) {
                conflicts.add(
                        String.format(
                                Locale.ROOT,
                                "kmin %d B is below an eighth of bandwidth x round trip (%.0f B):"
                                        + " the link will not be full; the switch's buffer is too"
                                        + " small for this incast, length and rate",
                                kmin,
                                bdp));
            }
        }
        why.add(PMAX_WORDS);
        return new EcnThresholds(kmin, kmax, PMAX_PERCENT, why, conflicts);
    }

    /// Thresholds that somebody chose, held against where PFC acts.
    ///
    /// @param xoffBytes as in [#derive]
    public static EcnThresholds given(
            long kminBytes, long kmaxBytes, int pmaxPercent, int incast, long xoffBytes) {
        List<String> conflicts =
                xoffBytes > 0 && kmaxBytes >= xoffBytes * incast
                        ? List.of(
                                "kmax "
                                        + kmaxBytes
                                        + " B is not below what "
                                        + incast
                                        + " senders may hold before PFC pauses them, "
                                        + xoffBytes * incast
                                        + " B: PFC acts before ECN does")
                        : List.of();
        return new EcnThresholds(
                kminBytes, kmaxBytes, pmaxPercent, List.of("given in lossless.ecn"), conflicts);
    }

    private static long wholeKib(double bytes) {
        return Math.max(1024, Math.round(bytes / 1024) * 1024);
    }
}
