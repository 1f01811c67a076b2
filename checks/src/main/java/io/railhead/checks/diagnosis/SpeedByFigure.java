package io.railhead.checks.diagnosis;

import io.railhead.model.fact.PerftestBandwidth;
import io.railhead.model.fact.PerftestRun;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A bandwidth that is all of a slower class of link, on a port that calls itself faster.
final class SpeedByFigure {
    /// Classes of Ethernet links that a faster port falls back to, Gb/s. 50 is left out: PCIe 3.0
    /// x8 ends there as well.
    private static final double[] CLASSES = {1, 10, 25, 40};

    /// Messages of this size fill a line.
    private static final long FULL = 32_768;

    private SpeedByFigure() {}

    static void look(Clues clues, Verdict verdict) {
        for (String machine : clues.facts().machines()) {
            for (PerftestRun run : clues.facts().of(machine, PerftestRun.class)) {
                Optional<PerftestBandwidth> row =
                        Figure.largest(run).filter(b -> b.bytes() >= FULL && !run.bidirectional());
                Optional<Wire.Rate> port = Wire.of(clues.facts(), machine, run.device(), run);
                if (row.isEmpty() || port.isEmpty() || run.mtu().isEmpty()) continue;
                double gbps = row.get().average().asGbps();
                for (double line : CLASSES) {
                    double full = line * Wire.share(run.mtu().getAsInt());
                    if (port.get().line().asGbps() < 2 * line
                            || gbps < 0.97 * full
                            || gbps > 1.01 * line) continue;
                    verdict.likely(
                                    List.of(),
                                    String.format(
                                            Locale.ROOT,
                                            "%.2f Gb/s is all that a link of %.0f Gb/s carries,"
                                                    + " and the port is one of %s",
                                            gbps,
                                            line,
                                            port.get().line()))
                            .of(run)
                            .cites(clues.facts().cite(row.get().source()))
                            .cites(port.get().told())
                            .because(
                                    "Some link of the way, or this one, came up at the slower"
                                            + " speed: a cable or module that can no more, or a"
                                            + " port set to it.")
                            .fix(
                                    "Look at the speed of every port of the way, and change the"
                                            + " cable that is slower:\n  ethtool IFNAME | grep -e"
                                            + " Speed -e Port\n  ethtool -m IFNAME");
                }
            }
        }
    }
}
