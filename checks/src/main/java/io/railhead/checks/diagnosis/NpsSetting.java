package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.Cpu;
import io.railhead.model.fact.LogEvent;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
        } else if (set.stream().anyMatch(e -> Clues.is(e, "nps", "2", "4")))
            verdict.possible(
                            set,
                            "the firmware splits each socket in "
                                    + set.getFirst().get("nps")
                                    + " NUMA nodes")
                    .info();
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
