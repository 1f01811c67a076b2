package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// No entry of a GID table belongs to an address: the interfaces behind the RoCE devices have none.
@AutoService(Cause.class)
public final class GidTableLinkLocal implements Cause {
    @Override
    public String code() {
        return "roce-gid-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> rows = clues.of("gid-row");
        // InfiniBand has link-local GIDs only, and no version 2.
        List<LogEvent> v2 = clues.where("gid-row", "version", "2");
        if (v2.isEmpty() || !rows.stream().allMatch(GidTableLinkLocal::isLinkLocal)) return;
        Set<String> devices = new TreeSet<>();
        rows.forEach(r -> devices.add(r.get("hca")));
        devices.remove("");
        Suspicion s =
                verdict.likely(
                        v2,
                        "every GID of "
                                + (devices.isEmpty() ? "the table" : String.join(", ", devices))
                                + " is link-local: the interface has no IP address, or its address is"
                                + " not in the table");
        if (Signs.pathFailures(clues).isEmpty()) s.warning();
        s.because(
                        "a RoCE v2 GID that routers and other hosts can use is made of an address of"
                                + " the interface; without one there are only link-local ones")
                .fix(
                        "Give the interface its address, and look at the table again:\n"
                                + "  ip -br addr show IFNAME\n"
                                + "  show_gids")
                .explains(
                        "rdma-retry-exceeded",
                        "roce-wrong-gid-index",
                        "nccl-connect-failed",
                        "remote-rank-crashed");
    }

    private static boolean isLinkLocal(LogEvent row) {
        return row.get("gid").toLowerCase(Locale.ROOT).startsWith("fe80")
                || row.get("gid").isEmpty();
    }
}
