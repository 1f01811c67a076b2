package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NetInterface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// No entry of a host's GID table belongs to an address: the interfaces behind its RoCE devices
/// have none.
@AutoService(Cause.class)
public final class GidTableLinkLocal implements Cause {
    @Override
    public String code() {
        return "roce-gid-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> rows = new ArrayList<>();
        bare(clues).values().forEach(rows::addAll);
        if (rows.isEmpty()) return;
        List<NetInterface> behind = rows.stream().flatMap(r -> behind(clues, r).stream()).toList();
        List<NetInterface> without =
                behind.stream().filter(i -> address(i).isEmpty()).distinct().toList();
        List<LogEvent> failures = Signs.pathFailures(clues);
        Set<String> devices = new TreeSet<>();
        rows.forEach(r -> devices.add(r.get("hca")));
        devices.remove("");
        List<LogEvent> v2 = rows.stream().filter(r -> r.get("version").equals("2")).toList();
        String summary =
                "every GID of "
                        + (devices.isEmpty() ? "the table" : String.join(", ", devices))
                        + " is link-local: "
                        + whatIsMissing(behind, without);
        Suspicion s =
                without.isEmpty() || failures.isEmpty()
                        ? verdict.likely(v2, summary)
                        : verdict.certain(v2, summary);
        without.forEach(s::cites);
        s.cites(failures);
        if (failures.isEmpty()) s.warning();
        else s.cites(clues.env("NCCL_IB_GID_INDEX"));
        s.because(
                        "a RoCE v2 GID that routers and other hosts can use is made of an address of"
                                + " the interface; without one there are only link-local ones, and"
                                + " no GID index is right")
                .fix(fix(rows))
                .explains(
                        "rdma-retry-exceeded",
                        "roce-wrong-gid-index",
                        "gid-index-differs-between-nodes",
                        "nccl-connect-failed",
                        "remote-rank-crashed");
    }

    /// Rows of the hosts whose whole table is link-local, by host. Where other hosts have addresses
    /// in theirs, only those count that have a device of the same name: they should be alike.
    static Map<String, List<LogEvent>> bare(Clues clues) {
        Map<String, List<LogEvent>> hosts = Clues.grouped(clues.of("gid-row"), clues::who);
        Set<String> addressed = new TreeSet<>();
        clues.where("gid-row", r -> !isLinkLocal(r)).forEach(r -> addressed.add(r.get("hca")));
        Map<String, List<LogEvent>> bare = new LinkedHashMap<>();
        hosts.forEach(
                (host, rows) -> {
                    // InfiniBand has link-local GIDs only, and no version 2.
                    boolean roce = rows.stream().anyMatch(r -> r.get("version").equals("2"));
                    if (roce
                            && rows.stream().allMatch(GidTableLinkLocal::isLinkLocal)
                            && (addressed.isEmpty()
                                    || rows.stream()
                                            .anyMatch(r -> addressed.contains(r.get("hca"))))) {
                        bare.put(host, rows);
                    }
                });
        return bare;
    }

    /// What to do for these rows, with the interface's name where the table tells it.
    static String fix(List<LogEvent> rows) {
        Set<String> names = new TreeSet<>();
        rows.forEach(r -> names.add(r.get("if")));
        names.remove("");
        String shown = names.size() == 1 ? names.iterator().next() : "IFNAME";
        return "Give the interface its address, and look at the table again:\n"
                + "  ip -br addr show dev "
                + shown
                + "\n  show_gids";
    }

    private static String whatIsMissing(List<NetInterface> behind, List<NetInterface> without) {
        if (!without.isEmpty()) {
            Set<String> names = new TreeSet<>();
            without.forEach(i -> names.add(i.name()));
            return String.join(", ", names)
                    + (names.size() == 1 ? " has" : " have")
                    + " no IP address";
        }
        return behind.stream()
                .findFirst()
                .map(i -> i.name() + "'s address " + address(i).orElse("") + " is not in the table")
                .orElse("the interface has no IP address, or its address is not in the table");
    }

    /// The interface behind a row, where its host told its addresses. One that belongs to a bond or
    /// a bridge has none of its own.
    private static Optional<NetInterface> behind(Clues clues, LogEvent row) {
        return clues.facts().of(clues.who(row), NetInterface.class).stream()
                .filter(i -> i.name().equals(row.get("if")) && i.master().isEmpty())
                .findFirst();
    }

    private static Optional<String> address(NetInterface i) {
        return i.addresses().stream()
                .map(a -> a.address())
                .filter(a -> !a.toLowerCase(Locale.ROOT).startsWith("fe80"))
                .findFirst();
    }

    private static boolean isLinkLocal(LogEvent row) {
        return row.get("gid").toLowerCase(Locale.ROOT).startsWith("fe80")
                || row.get("gid").isEmpty();
    }
}
