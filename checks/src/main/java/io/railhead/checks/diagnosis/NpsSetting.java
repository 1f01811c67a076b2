package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.Cpu;
import io.railhead.model.fact.GpuTopology;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NcclTestRun;
import io.railhead.model.fact.PerftestRun;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The firmware's NUMA nodes per socket do not fit the device.
@AutoService(Cause.class)
public final class NpsSetting implements Cause {
    @Override
    public String code() {
        return "numa-nps-setting";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nps-change");
        List<LogEvent> set = clues.of("nps");
        if (!said.isEmpty())
            verdict.likely(said, "bandwidth depends on the number of NUMA nodes per socket (NPS)")
                    .cites(set);
        else if (set.stream().map(e -> e.get("nps")).distinct().count() > 1 && isUneven(clues))
            verdict.likely(
                    set, "hosts alike are set to other numbers of NUMA nodes per socket (NPS)");
        else if (isOdd(clues))
            verdict.likely(
                            clues.of("numa-count"),
                            "hosts alike have other numbers of NUMA nodes, and the one with more of them is the slower one")
                    .cites(set);
        else if (!better(clues, set).isEmpty()) {
            Suspicion s =
                    verdict.likely(
                            better(clues, set),
                            "with another number of NUMA nodes per socket (NPS) than this machine"
                                    + " has, a fifth more or better was measured");
            s.cites(clues.of("numa-count")).cites(clues.of("perftest-row"));
        } else if (!unsplit(clues).isEmpty() && isSlowThroughCpu(clues))
            verdict.likely(
                            unsplit(clues),
                            "the firmware does not split the sockets of these AMD CPUs (NPS1), GPU and"
                                    + " NIC meet inside the CPU, and NCCL gets a fraction of what the"
                                    + " network carries")
                    .because(
                            "Below one root complex peer-to-peer and host memory traffic of GPU and"
                                    + " NIC cross the CPU's I/O die; with one NUMA node a socket its"
                                    + " memory is interleaved over all of it, which costs this traffic"
                                    + " most.")
                    .fix(
                            "Set NUMA nodes per socket to 4 (NPS4) in the firmware of both hosts, and"
                                    + " measure again:\n  lscpu | grep NUMA     # four nodes a socket")
                    .cites(clues.of("numa-count"))
                    .cites(clues.of("topo-gpu-row", "rdma-rate-said", "bus-average"));
        else if (set.stream().anyMatch(e -> Clues.is(e, "nps", "2", "4")))
            verdict.possible(
                            set,
                            "the firmware splits each socket in "
                                    + set.getFirst().get("nps")
                                    + " NUMA nodes")
                    .info();
    }

    /// Settings of one node a socket.
    private static List<LogEvent> unsplit(Clues clues) {
        return clues.where("nps", e -> Clues.is(e, "nps", "1") || Clues.is(e, "word", "One"));
    }

    /// On AMD CPUs, with no NIC behind a GPU's own switch: less than 60 % of what perftest reached,
    /// or of the port's rate.
    private static boolean isSlowThroughCpu(Clues clues) {
        Set<String> ways = new TreeSet<>();
        for (GpuTopology t : clues.all(GpuTopology.class)) ways.addAll(Distances.gpuToNic(t));
        boolean far = ways.contains("PHB") || ways.contains("NODE");
        if (!far || ways.contains("PIX") || ways.contains("PXB")) return false;
        if (clues.lacks("amd-cpu")) return false;
        double had =
                clues.all(NcclTestRun.class).stream()
                        .flatMap(r -> r.rows().stream())
                        .mapToDouble(r -> r.outOfPlace().busbw() * 8)
                        .max()
                        .orElse(0);
        double could =
                Stream.concat(
                                clues.of("rdma-rate-said").stream()
                                        .map(e -> Clues.decimal(e, "gbps")),
                                clues.all(PerftestRun.class).stream().map(Signs::gigabits))
                        .mapToDouble(d -> d)
                        .filter(d -> d > 0)
                        .max()
                        .orElse(
                                clues.of("port-rate", "port-rate-row").stream()
                                        .mapToDouble(e -> Clues.decimal(e, "rate"))
                                        .filter(d -> d > 0)
                                        .max()
                                        .orElse(0));
        return had > 0 && had < 0.6 * could;
    }

    /// What is told of a setting that this machine has not, with a figure above its own.
    private static List<LogEvent> better(Clues clues, List<LogEvent> set) {
        double best = bests(clues).values().stream().mapToDouble(d -> d).max().orElse(0);
        return set.stream()
                .filter(e -> isSplitMore(clues, Clues.number(e, "nps").orElse(0)))
                .filter(
                        e -> {
                            Matcher m = FIGURE.matcher(e.text());
                            return best > 0
                                    && m.find()
                                    && Double.parseDouble(m.group(1)) > 1.2 * best;
                        })
                .toList();
    }

    /// Whether this machine has more nodes than as many a socket as told; it has two sockets at
    /// most where nothing tells how many.
    private static boolean isSplitMore(Clues clues, long nps) {
        List<Cpu> cpus = clues.all(Cpu.class).stream().filter(c -> c.sockets() > 0).toList();
        return cpus.isEmpty()
                ? clues.of("numa-count").stream()
                        .anyMatch(e -> Clues.number(e, "nodes").orElse(0) > 2 * nps && nps > 0)
                : cpus.stream().anyMatch(c -> nps > 0 && c.numaNodes() > nps * c.sockets());
    }

    private static final Pattern FIGURE =
            Pattern.compile("(?<![\\d.])(\\d{1,4}(?:\\.\\d{1,3})?) ?Gb(?:/s|ps|it/s)");

    /// Whether a host with more NUMA nodes measured a fifth less than another one.
    private static boolean isOdd(Clues clues) {
        Map<String, Double> best = bests(clues);
        List<LogEvent> counts = clues.of("numa-count");
        for (LogEvent many : counts) {
            for (LogEvent few : counts) {
                double slow = best.getOrDefault(clues.who(many), Double.NaN);
                double fast = best.getOrDefault(clues.who(few), Double.NaN);
                if (Clues.number(many, "nodes").orElse(0) > Clues.number(few, "nodes").orElse(0)
                        && slow * 1.2 < fast) return true;
            }
        }
        return false;
    }

    /// The best bandwidth of each host.
    private static Map<String, Double> bests(Clues clues) {
        Map<String, Double> best = new HashMap<>();
        for (LogEvent row : clues.of("perftest-row")) {
            double average = Clues.decimal(row, "average");
            if (average > 0) best.merge(clues.who(row), average, Math::max);
        }
        return best;
    }

    private static boolean isUneven(Clues clues) {
        Map<String, Double> best = bests(clues);
        return best.size() > 1
                && Collections.min(best.values()) * 1.2 < Collections.max(best.values());
    }
}
