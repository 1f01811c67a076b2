package io.railhead.checks.diagnosis;

import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.FioRun;
import io.railhead.model.fact.IperfRun;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NcclTestRun;
import io.railhead.model.fact.OsuRun;
import io.railhead.model.fact.PerftestBandwidth;
import io.railhead.model.fact.PerftestLatency;
import io.railhead.model.fact.PerftestRun;
import io.railhead.model.fact.PingResult;
import io.railhead.model.fact.SockperfRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// A benchmark's figure as it is to be read: in one unit, with its statistic and conditions, and
/// with what is easily misread about it. Not a finding.
///
/// @param subject the benchmark, and its device where it tells one
/// @param text one sentence or two
/// @param line where it stands
public record Figure(String subject, String text, Evidence line) {
    /// Figures told of some evidence: more are no help to a reader.
    private static final int MOST = 24;

    /// Samples that should lie beyond a percentile before it tells more than the largest one.
    private static final int BEYOND = 10;

    /// The figures of some evidence, in the order of its facts.
    public static List<Figure> in(Facts facts) {
        List<Figure> all = new ArrayList<>();
        for (String machine : facts.machines()) {
            facts.all(machine).forEach(f -> all.addAll(of(facts, f)));
        }
        // Of perftest both ends print the same figure.
        Set<String> told = new HashSet<>();
        all.removeIf(f -> !told.add(f.subject() + ": " + f.text()));
        unlike(facts).ifPresent(all::add);
        return all.size() > MOST ? List.copyOf(all.subList(0, MOST)) : List.copyOf(all);
    }

    private static List<Figure> of(Facts facts, Fact fact) {
        List<Figure> told = new ArrayList<>();
        if (fact instanceof PerftestRun r) {
            largest(r).ifPresent(b -> told.add(bandwidth(facts, r, b)));
            unitless(facts, r).ifPresent(told::add);
            r.latencies().stream().findFirst().ifPresent(l -> told.add(latency(facts, r, l)));
        } else if (fact instanceof IperfRun r) {
            r.received()
                    .or(r::sent)
                    .ifPresent(
                            b ->
                                    told.add(
                                            new Figure(
                                                    ("iperf " + r.protocol()).strip(),
                                                    b
                                                            + (r.received().isPresent()
                                                                    ? ", "
                                                                    : " as the sender counts it"
                                                                            + " (nothing readable of"
                                                                            + " the receiver), ")
                                                            + streams(r.streams())
                                                            + (r.mss().isPresent()
                                                                    ? ", MSS " + r.mss().getAsInt()
                                                                    : "")
                                                            + lost(r),
                                                    facts.cite(r))));
        } else if (fact instanceof SockperfRun r) {
            told.add(
                    new Figure(
                            "sockperf " + r.transport(),
                            micros(r.averageMicros())
                                    + " on average, "
                                    + (r.fullRoundTrip() ? "a full" : "half a")
                                    + " round trip",
                            facts.cite(r)));
        } else if (fact instanceof NcclTestRun r) {
            collective(facts, r).ifPresent(told::add);
        } else if (fact instanceof OsuRun r) {
            told.addAll(osu(facts, r));
        } else if (fact instanceof PingResult r && r.avgMillis().isPresent()) {
            told.add(new Figure("ping " + r.target(), pinged(r), facts.cite(r)));
        } else if (fact instanceof FioRun r) {
            told.addAll(FioFigures.of(facts, r));
        } else if (fact instanceof LogEvent e && e.kind().equals("fio-result")) {
            if (!FioFigures.covers(facts, e)) disk(e).ifPresent(told::add);
        }
        return told;
    }

    private static String pinged(PingResult r) {
        StringBuilder text = new StringBuilder();
        text.append(millis("", r.avgMillis(), " on average"));
        // One answer has no spread.
        if (!r.minMillis().equals(r.maxMillis())) {
            text.append(millis(", least ", r.minMillis(), ""));
            text.append(millis(", most ", r.maxMillis(), ""));
            text.append(millis(", deviation ", r.mdevMillis(), ""));
        }
        return text.append(", a full round trip").toString();
    }

    private static String millis(String before, OptionalDouble value, String after) {
        return value.isEmpty()
                ? ""
                : before + String.format(Locale.ROOT, "%.3f ms", value.getAsDouble()) + after;
    }

    static Optional<PerftestBandwidth> largest(PerftestRun run) {
        return run.bandwidths().stream().max(Comparator.comparingLong(PerftestBandwidth::bytes));
    }

    private static String name(PerftestRun run) {
        return run.test().replaceAll(" (?:BW|Bandwidth)$", "")
                + run.device().map(d -> " " + d).orElse("");
    }

    private static Figure bandwidth(Facts facts, PerftestRun run, PerftestBandwidth row) {
        StringBuilder text = new StringBuilder(row.average() + " on average");
        text.append(" at ").append(row.bytes()).append(" bytes, ");
        text.append(run.qps().orElse(1)).append(run.qps().orElse(1) == 1 ? " QP" : " QPs");
        if (run.bidirectional()) text.append(", both directions added");
        if (run.unit().filter(u -> u.startsWith("M")).isPresent()) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            " (perftest's %s is 2^20 bytes: %.2f MiB/s)",
                            run.unit().get(),
                            row.printedAverage()));
        }
        run.mtu()
                .ifPresent(
                        mtu ->
                                text.append(
                                        String.format(
                                                Locale.ROOT,
                                                ". RDMA MTU %d: at most %.1f %% of the line carry"
                                                        + " data",
                                                mtu,
                                                100 * Wire.share(mtu))));
        row.messageRateMpps()
                .ifPresent(
                        rate -> {
                            double told = rate * 1e6 * row.bytes() * 8;
                            double off = told / row.average().bitsPerSecond() - 1;
                            if (rate > 0.001 && Math.abs(off) > 0.05)
                                text.append(
                                        String.format(
                                                Locale.ROOT,
                                                ". Message rate times size is %.2f Gb/s: the row"
                                                        + " contradicts itself",
                                                told / 1e9));
                        });
        return new Figure(name(run), text.toString(), facts.cite(row.source()));
    }

    /// perftest's JSON has no unit: a number whose unit nobody knows is no figure.
    private static Optional<Figure> unitless(Facts facts, PerftestRun run) {
        String printed = run.settings().getOrDefault("BW average", "");
        if (printed.isEmpty() || !run.bandwidths().isEmpty()) return Optional.empty();
        return Optional.of(
                new Figure(
                        name(run),
                        "no figure: BW_average "
                                + printed
                                + " is in Gb/s with --report_gbits and in MiB/s without, and the"
                                + " JSON does not say which; keep the command with it",
                        facts.cite(run)));
    }

    private static Figure latency(Facts facts, PerftestRun run, PerftestLatency row) {
        StringBuilder text = new StringBuilder();
        row.typicalMicros().ifPresent(t -> text.append(micros(t)).append(" typical, "));
        text.append(micros(row.averageMicros())).append(" on average");
        row.p99Micros().ifPresent(p -> text.append(", 99 % ").append(micros(p)));
        text.append(run.halfRoundTrip() ? ": half a round trip" : ": a full round trip");
        text.append(" at ").append(row.bytes()).append(" bytes");
        boolean few = row.p999Micros().isPresent() && row.iterations() < BEYOND * 1000;
        if (few)
            text.append(
                    ". The 99.9 % of "
                            + row.iterations()
                            + " samples has fewer than ten beyond it: it is not to be used");
        return new Figure(name(run), text.toString(), facts.cite(row.source()));
    }

    private static Optional<Figure> collective(Facts facts, NcclTestRun run) {
        return run.rows().stream()
                .max(Comparator.comparingLong(NcclTestRun.Row::bytes))
                .map(
                        row ->
                                new Figure(
                                        run.collective()
                                                .or(() -> Collective.of(run, row))
                                                .orElse("nccl-tests"),
                                        String.format(
                                                Locale.ROOT,
                                                "%.2f GB/s busbw at the largest size (%d bytes,"
                                                        + " %s); the average over all sizes is"
                                                        + " no rate",
                                                row.outOfPlace().busbw(),
                                                row.bytes(),
                                                ranks(run.ranks().orElse(run.devices().size()))),
                                        facts.cite(row.source())));
    }

    /// A run has one at least: none means that nothing tells how many.
    private static String ranks(int known) {
        return known > 0 ? known + " ranks" : "number of ranks not known";
    }

    private static List<Figure> osu(Facts facts, OsuRun run) {
        List<Figure> told = new ArrayList<>();
        run.rows().stream()
                .max(Comparator.comparingLong(OsuRun.Row::bytes))
                .ifPresent(
                        row -> {
                            OptionalDouble bus = run.busBandwidth(row);
                            told.add(
                                    new Figure(
                                            "osu " + run.collective(),
                                            micros(row.micros())
                                                    + " at "
                                                    + row.bytes()
                                                    + " bytes, "
                                                    + ranks(run.ranks().orElse(0))
                                                    + (bus.isPresent()
                                                            ? String.format(
                                                                    Locale.ROOT,
                                                                    ": %.2f Gb/s busbw",
                                                                    bus.getAsDouble() / 1e9)
                                                            : ""),
                                            facts.cite(row.source())));
                        });
        return told;
    }

    private static Optional<Figure> disk(LogEvent e) {
        double bytes = Clues.decimal(e, "mbps") * unit(e.get("unit"));
        if (Double.isNaN(bytes)) return Optional.empty();
        return Optional.of(
                new Figure(
                        "fio " + e.get("way"),
                        String.format(
                                Locale.ROOT,
                                "%.3f GB/s (%.0f MiB/s)",
                                bytes / 1e9,
                                bytes / 1_048_576),
                        new Evidence(e.source().document(), e.source().firstLine(), e.text())));
    }

    private static double unit(String prefix) {
        return switch (prefix) {
            case "k" -> 1e3;
            case "M" -> 1e6;
            case "G" -> 1e9;
            case "T" -> 1e12;
            default -> 1;
        };
    }

    /// One TCP stream and RDMA of several queue pairs, side by side: no ratio of the two.
    private static Optional<Figure> unlike(Facts facts) {
        for (String machine : facts.machines()) {
            for (IperfRun tcp : facts.of(machine, IperfRun.class)) {
                for (PerftestRun rdma : facts.of(machine, PerftestRun.class)) {
                    int qps = rdma.qps().orElse(1);
                    if (rdma.bandwidths().isEmpty() || qps <= tcp.streams()) continue;
                    if (tcp.streams() < 1) continue;
                    return Optional.of(
                            new Figure(
                                    "TCP and RDMA",
                                    "not comparable: "
                                            + streams(tcp.streams())
                                            + " of TCP against "
                                            + qps
                                            + " queue pairs; a ratio needs the same number, MTU"
                                            + " and time",
                                    facts.cite(tcp)));
                }
            }
        }
        return Optional.empty();
    }

    /// What of it had to be sent again, or never came: the path or the receiver loses.
    private static String lost(IperfRun run) {
        if (run.lostPackets().orElse(0) > 0 && run.packets().orElse(0) > 0) {
            return String.format(
                    Locale.ROOT,
                    "; %d of %d datagrams lost (%.1f %%): the receiver's socket (netstat -su) or the way",
                    run.lostPackets().getAsLong(),
                    run.packets().getAsLong(),
                    100.0 * run.lostPackets().getAsLong() / run.packets().getAsLong());
        }
        return run.retransmits().orElse(0) > 0
                ? "; " + run.retransmits().getAsLong() + " segments sent again"
                : "";
    }

    private static String streams(int streams) {
        if (streams < 1) return "number of streams not known";
        return streams == 1 ? "one stream" : streams + " streams";
    }

    private static String micros(double micros) {
        return String.format(Locale.ROOT, "%.2f us", micros);
    }
}
