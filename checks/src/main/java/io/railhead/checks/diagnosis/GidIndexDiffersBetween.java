package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The two ends use GID indexes of different type or family.
@AutoService(Cause.class)
public final class GidIndexDiffersBetween implements Cause {
    @Override
    public String code() {
        return "gid-index-differs-between-nodes";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> tables =
                Clues.grouped(clues.where("gid-row", Signs::isGoodGid), clues::who);
        List<LogEvent> used = Signs.usedGidIndexes(clues);
        List<LogEvent> failures = Signs.pathFailures(clues);
        List<LogEvent> crossed = new ArrayList<>();
        for (LogEvent e : clues.of("nccl-completion", "nccl-modify-qp")) {
            String local = e.get("local").toLowerCase(Locale.ROOT);
            String remote = e.get("remote").toLowerCase(Locale.ROOT);
            String here = Signs.family(local);
            String there = Signs.family(remote);
            if (!here.isEmpty() && !there.isEmpty() && !here.equals(there)) crossed.add(e);
        }
        if (!crossed.isEmpty()) {
            verdict.certain(
                            crossed,
                            "the two ends use GIDs of different kinds: "
                                    + Signs.family(crossed.getFirst().get("local"))
                                    + " here, "
                                    + Signs.family(crossed.getFirst().get("remote"))
                                    + " there")
                    .cites(used)
                    .explains("roce-wrong-gid-index", "rdma-retry-exceeded");
            return;
        }
        if (perftestCrossed(clues, failures, verdict)) return;
        if (tables.size() < 2) return;
        for (LogEvent u : used) {
            String index = u.get("index").isEmpty() ? Clues.setting(u) : u.get("index");
            long good =
                    tables.values().stream()
                            .filter(t -> t.stream().anyMatch(r -> r.get("index").equals(index)))
                            .count();
            if (good > 0 && good < tables.size()) {
                verdict.certain(
                                failures,
                                "GID index "
                                        + index
                                        + " is right on "
                                        + good
                                        + " of "
                                        + tables.size()
                                        + " nodes only")
                        .cites(u)
                        .cites(tables.values().stream().map(List::getFirst).toList())
                        .explains(
                                "roce-wrong-gid-index",
                                "rdma-retry-exceeded",
                                "remote-rank-crashed",
                                "mtu-mismatch");
                return;
            }
        }
        Set<Set<String>> sets = new LinkedHashSet<>();
        tables.values()
                .forEach(
                        t -> sets.add(new TreeSet<>(t.stream().map(r -> r.get("index")).toList())));
        Set<String> common = new TreeSet<>(sets.iterator().next());
        sets.forEach(common::retainAll);
        if (common.isEmpty() && used.isEmpty()) {
            Suspicion s =
                    verdict.likely(
                                    failures,
                                    "the routed RoCE v2 GID has another index on each node")
                            .cites(tables.values().stream().map(List::getFirst).toList())
                            .explains("rdma-retry-exceeded", "roce-wrong-gid-index");
            // NCCL from 2.21 on looks for the entry itself: without a failure it is but worth
            // knowing.
            if (failures.isEmpty()) s.info();
        }
    }

    /// perftest prints the GIDs of both ends, a byte a decimal number: they are of two families.
    private static boolean perftestCrossed(Clues clues, List<LogEvent> failures, Verdict verdict) {
        if (clues.lacks("perftest-failed")) return false;
        for (List<LogEvent> ends : Clues.byDocument(clues.of("perftest-gid")).values()) {
            for (int i = 0; i + 1 < ends.size(); i += 2) {
                String here = Signs.family(hex(ends.get(i)));
                String there = Signs.family(hex(ends.get(i + 1)));
                if (here.isEmpty() || there.isEmpty() || here.equals(there)) continue;
                Suspicion s =
                        verdict.certain(
                                failures,
                                "the two ends use GIDs of different kinds: "
                                        + here
                                        + " here, "
                                        + there
                                        + " there");
                s.cites(ends.subList(i, i + 2));
                for (LogEvent used : clues.of("perftest-gid-index")) {
                    s.cites(used).cites(clues.where("gid-row", "index", used.get("index")));
                }
                s.explains("roce-wrong-gid-index", "rdma-retry-exceeded", "mtu-mismatch");
                return true;
            }
        }
        return false;
    }

    /// The GID of perftest's decimal bytes, as other programs write it.
    private static String hex(LogEvent e) {
        String[] bytes = e.get("bytes").split(":");
        StringBuilder gid = new StringBuilder();
        for (int i = 0; i < bytes.length; i++) {
            if (i > 0 && i % 2 == 0) gid.append(':');
            gid.append("%02x".formatted(Integer.parseInt(bytes[i])));
        }
        return gid.toString();
    }
}
