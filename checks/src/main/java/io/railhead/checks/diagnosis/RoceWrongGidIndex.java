package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The GID index in use is link-local, RoCE v1, empty or of another network.
@AutoService(Cause.class)
public final class RoceWrongGidIndex implements Cause {
    @Override
    public String code() {
        return "roce-wrong-gid-index";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> rows = clues.of("gid-row");
        List<LogEvent> failures = Signs.pathFailures(clues);
        List<LogEvent> linkLocal = new ArrayList<>(clues.of("nccl-gid-linklocal"));
        linkLocal.addAll(
                clues.where(
                        "nccl-completion",
                        e -> e.get("local").toLowerCase(Locale.ROOT).startsWith("fe80")));
        linkLocal.addAll(
                clues.where(
                        "nccl-modify-qp",
                        e -> e.get("local").toLowerCase(Locale.ROOT).startsWith("fe80")));
        linkLocal.addAll(
                clues.where(
                        "ucx-address",
                        e -> e.get("remote").toLowerCase(Locale.ROOT).startsWith("fe80")));
        linkLocal.removeIf(e -> Signs.isInfiniBandOnly(clues));
        if (!failures.isEmpty() && clues.has("perftest-layer")) {
            boolean ethernet = !clues.where("perftest-layer", "layer", "Ethernet").isEmpty();
            if (ethernet)
                linkLocal.addAll(
                        clues.where("perftest-local-gid", e -> e.get("gid").startsWith("254:128")));
        }
        if (!failures.isEmpty())
            linkLocal.addAll(clues.where("pingpong-gid", e -> e.get("gid").startsWith("fe80")));
        rows = ofDevicesInUse(clues, rows);
        List<LogEvent> better = rows.stream().filter(Signs::isGoodGid).toList();
        if (!linkLocal.isEmpty() && !failures.isEmpty()) {
            List<LogEvent> said = whatSaysTheIndex(clues, linkLocal, rows);
            verdict.certain(
                            failures,
                            "RDMA uses a link-local GID"
                                    + said.stream()
                                            .findFirst()
                                            .map(e -> " (index " + indexOf(e) + told(e) + ")")
                                            .orElse("")
                                    + ", which no router carries")
                    .cites(linkLocal)
                    .cites(said)
                    .cites(better)
                    .fix(Signs.fixOfIndex(better))
                    .explains("rdma-retry-exceeded", "nccl-connect-failed", "remote-rank-crashed");
            return;
        }
        for (LogEvent used : Signs.usedGidIndexes(clues)) {
            String index = used.get("index").isEmpty() ? Clues.setting(used) : used.get("index");
            List<LogEvent> here = rows.stream().filter(r -> r.get("index").equals(index)).toList();
            List<LogEvent> bad = here.stream().filter(r -> !Signs.isGoodGid(r)).toList();
            boolean empty = here.isEmpty() && !rows.isEmpty();
            if ((bad.isEmpty() && !empty) || better.isEmpty()) continue;
            if (here.size() > bad.size()) continue;
            Suspicion s =
                    failures.isEmpty()
                            ? verdict.likely(List.of(used), wrong(index, bad))
                            : verdict.certain(failures, wrong(index, bad));
            s.cites(used)
                    .cites(bad)
                    .cites(better)
                    .fix(Signs.fixOfIndex(better))
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
            return;
        }
        // An empty slot that somebody asked for; one that nobody asked for is an empty table.
        List<LogEvent> emptySlot =
                clues.where(
                        "nccl-modify-qp",
                        e -> e.get("local").equals("::") && !e.get("index").isEmpty());
        List<LogEvent> asked = clues.env("NCCL_IB_GID_INDEX");
        if (!emptySlot.isEmpty() && !asked.isEmpty()) {
            verdict.certain(
                            emptySlot,
                            "GID index "
                                    + emptySlot.getFirst().get("index")
                                    + " was asked for, and the table has nothing there")
                    .cites(asked)
                    .cites(better)
                    .fix(fixOfEmptySlot(clues, emptySlot, better))
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
            return;
        }
        List<LogEvent> zero = asked.stream().filter(e -> Clues.setting(e).equals("0")).toList();
        if (!zero.isEmpty()
                && rows.isEmpty()
                && !failures.isEmpty()
                && !Signs.isInfiniBandOnly(clues)
                && failures.stream().noneMatch(RoceWrongGidIndex::isRouted)) {
            verdict.possible(
                            failures,
                            "GID index 0 is asked for: on RoCE that is the link-local entry of version 1")
                    .cites(zero)
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
            return;
        }
        Optional<LogEvent> old =
                clues.of("nccl-version").stream()
                        .filter(v -> Signs.versionBelow(v.get("version"), 2, 21))
                        .findFirst();
        boolean roce =
                !clues.where("nccl-ib-using", e -> e.get("list").contains("/RoCE")).isEmpty();
        if (old.isPresent()
                && roce
                && clues.env("NCCL_IB_GID_INDEX").isEmpty()
                && !failures.isEmpty()
                && failures.stream().noneMatch(RoceWrongGidIndex::isRouted)) {
            verdict.likely(
                            failures,
                            "NCCL "
                                    + old.get().get("version")
                                    + " uses GID index 0 unless told otherwise, and none is set")
                    .cites(old)
                    .cites(better)
                    .cites(clues.of("nccl-ib-using"))
                    .fix(Signs.fixOfIndex(better))
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
        }
        List<LogEvent> first = clues.where("perftest-gid-index", "index", "0");
        if (verdict.suspicions().isEmpty()
                && !first.isEmpty()
                && rows.isEmpty()
                && clues.has("perftest-failed")
                && !clues.where("perftest-layer", "layer", "Ethernet").isEmpty())
            verdict.possible(
                            clues.of("perftest-failed"),
                            "GID index 0 is in use: on RoCE that is mostly the link-local entry of version 1")
                    .cites(first)
                    .explains("rdma-retry-exceeded");
        // The kernel finds no way from this entry to the peer's, or no interface behind it.
        List<LogEvent> refused =
                clues.where(
                        "nccl-modify-qp",
                        e ->
                                Clues.is(
                                        e,
                                        "error",
                                        "Network is unreachable",
                                        "No such device",
                                        "Invalid argument"));
        boolean routed = refused.stream().anyMatch(RoceWrongGidIndex::isRouted);
        if (!routed
                && verdict.suspicions().isEmpty()
                && !refused.isEmpty()
                && !Signs.isInfiniBandOnly(clues))
            verdict.possible(
                            refused,
                            "a queue pair could not be connected: the GID in use does not lead to the peer's")
                    .cites(asked);
    }

    /// An empty slot is the wrong one only where the table has a right one.
    private static String fixOfEmptySlot(Clues clues, List<LogEvent> slots, List<LogEvent> better) {
        Map<String, List<LogEvent>> bare = GidTableLinkLocal.bare(clues);
        List<LogEvent> none =
                slots.stream()
                        .flatMap(e -> bare.getOrDefault(clues.who(e), List.of()).stream())
                        .toList();
        if (!none.isEmpty()) return GidTableLinkLocal.fix(none);
        if (!better.isEmpty()) return Signs.fixOfIndex(better);
        return "Look at the table: `show_gids`. With a v2 row of the rail's address, remove"
                + " NCCL_IB_GID_INDEX (NCCL 2.21 and later choose by type and family), or name that"
                + " row's index; without one, the interface lacks its address, and no index is"
                + " right: `ip -br addr`.";
    }

    /// What tells the index of a link-local GID: the failure itself, a setting, the table's row.
    private static List<LogEvent> whatSaysTheIndex(
            Clues clues, List<LogEvent> linkLocal, List<LogEvent> rows) {
        List<LogEvent> own = linkLocal.stream().filter(e -> !indexOf(e).isEmpty()).toList();
        if (!own.isEmpty()) return own;
        List<LogEvent> used = Signs.usedGidIndexes(clues);
        if (!used.isEmpty()) return used;
        List<LogEvent> local =
                rows.stream()
                        .filter(r -> r.get("gid").toLowerCase(Locale.ROOT).startsWith("fe80"))
                        .filter(r -> r.get("version").equals("2"))
                        .toList();
        return local.size() == 1 ? local : List.of();
    }

    private static String indexOf(LogEvent e) {
        String index = e.get("index");
        return index.isEmpty() && e.kind().equals("env") ? Clues.setting(e) : index;
    }

    private static String told(LogEvent e) {
        return e.kind().equals("env") ? ", set by " + e.get("name") : "";
    }

    /// Whether a failure tells a local GID that routers carry: then the index is not what is wrong.
    private static boolean isRouted(LogEvent failure) {
        String local = failure.get("local").toLowerCase(Locale.ROOT);
        return !local.isEmpty() && !local.equals("::") && !local.startsWith("fe80");
    }

    private static String wrong(String index, List<LogEvent> bad) {
        if (bad.isEmpty())
            return "GID index " + index + " is in use, and the table has nothing there";
        LogEvent row = bad.getFirst();
        return "GID index "
                + index
                + " is in use, which is "
                + (row.get("gid").replaceAll("[0:]", "").isEmpty()
                        ? "empty"
                        : row.get("version").equals("1") ? "RoCE v1" : "link-local");
    }

    /// Rows of the devices that failed or are in use, when that is told; else all.
    private static List<LogEvent> ofDevicesInUse(Clues clues, List<LogEvent> rows) {
        Set<String> failed = new TreeSet<>();
        clues.of("nccl-completion", "nccl-modify-qp", "ucx-retry")
                .forEach(e -> failed.add(e.get("hca")));
        Set<String> used = new TreeSet<>();
        clues.of("nccl-ib-using").forEach(e -> used.addAll(Nccl.devices(e.get("list"))));
        clues.of("perftest-device").forEach(e -> used.add(e.get("hca")));
        for (Set<String> devices : List.of(failed, used)) {
            List<LogEvent> own = rows.stream().filter(r -> devices.contains(r.get("hca"))).toList();
            if (!own.isEmpty()) return own;
        }
        return rows;
    }
}
