package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PerftestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What several causes look for.
final class Signs {
    private static final Pattern V4 =
            Pattern.compile("(\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})\\.\\d{1,3}");

    private Signs() {}

    /// RDMA transfers that got no acknowledgement, whoever tells it.
    static List<LogEvent> retryExceeded(Clues clues) {
        List<LogEvent> all = new ArrayList<>(clues.where("nccl-completion", "status", "12"));
        all.addAll(clues.of("ucx-retry", "rdma-retry-text"));
        all.addAll(clues.counted("retry_exceeded_err"));
        return all;
    }

    /// The same, and queue pairs that could not be connected.
    static List<LogEvent> pathFailures(Clues clues) {
        List<LogEvent> all = new ArrayList<>(retryExceeded(clues));
        all.addAll(clues.of("nccl-modify-qp"));
        all.addAll(clues.of("perftest-failed", "ucx-address"));
        return all;
    }

    /// Packets that were lost under RDMA, as counters tell it.
    static List<LogEvent> loss(Clues clues) {
        List<LogEvent> all = new ArrayList<>(retryExceeded(clues));
        all.addAll(
                clues.counted(
                        "out_of_sequence",
                        "packet_seq_err",
                        "local_ack_timeout_err",
                        "rx_discards_phy",
                        "rcvd_seq_err",
                        "out_of_seq_request",
                        "roce_adp_retrans"));
        for (int p = 0; p < 8; p++) all.addAll(clues.counted("rx_prio" + p + "_discards"));
        return all;
    }

    static boolean isInfiniBandOnly(Clues clues) {
        List<LogEvent> using = clues.of("nccl-ib-using");
        return !using.isEmpty()
                && using.stream().noneMatch(e -> e.get("list").contains("/RoCE"))
                && using.stream().anyMatch(e -> e.get("list").contains("/IB"));
    }

    /// A routed RoCE v2 entry: not link-local, not version 1.
    static boolean isGoodGid(LogEvent row) {
        return row.get("version").equals("2")
                && !row.get("gid").toLowerCase(Locale.ROOT).startsWith("fe80");
    }

    /// Whether a failure tells a local GID that is of no address: an empty or a link-local one.
    static boolean hasNoAddress(LogEvent failure) {
        String local = failure.get("local").toLowerCase(Locale.ROOT);
        return !local.isEmpty()
                && (local.startsWith("fe80") || local.replaceAll("[0:]", "").isEmpty());
    }

    /// What kind of address a GID holds; empty for none, and for an entry that is not set.
    static String family(String gid) {
        String low = gid.toLowerCase(Locale.ROOT);
        if (low.replaceAll("[0:]", "").isEmpty()) return "";
        if (low.startsWith("fe80")) return "link-local";
        return low.startsWith("::ffff:") || low.startsWith("0000:0000:0000:0000:0000:ffff:")
                ? "IPv4"
                : "IPv6";
    }

    /// What tells the GID index in use: settings, options and what programs print.
    static List<LogEvent> usedGidIndexes(Clues clues) {
        List<LogEvent> all = new ArrayList<>(clues.of("ucx-qp"));
        all.addAll(clues.env("NCCL_IB_GID_INDEX"));
        all.addAll(clues.env("UCX_IB_GID_INDEX"));
        all.addAll(clues.where("nccl-modify-qp", e -> e.value("index").isPresent()));
        all.addAll(clues.of("perftest-gid-index"));
        all.removeIf(
                e ->
                        !(e.get("index").isEmpty() ? Clues.setting(e) : e.get("index"))
                                .matches("\\d+"));
        return all;
    }

    static String fixOfIndex(List<LogEvent> good) {
        Optional<LogEvent> row = good.stream().filter(r -> r.value("ip").isPresent()).findFirst();
        return row.map(
                        r ->
                                "use GID index "
                                        + r.get("index")
                                        + " ("
                                        + r.get("ip")
                                        + ", RoCE v2): NCCL_IB_GID_INDEX="
                                        + r.get("index")
                                        + ", UCX_IB_GID_INDEX="
                                        + r.get("index")
                                        + ", perftest -x "
                                        + r.get("index"))
                .orElse("");
    }

    static boolean versionBelow(String version, int major, int minor) {
        String[] parts = version.split("\\.");
        try {
            int a = Integer.parseInt(parts[0]);
            int b = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
            return a < major || (a == major && b < minor);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /// Whether two GIDs hold IPv4 addresses whose first three numbers differ.
    static boolean differentNetworks(String a, String b) {
        Matcher x = V4.matcher(a);
        Matcher y = V4.matcher(b);
        return x.find() && y.find() && !x.group(1).equals(y.group(1));
    }

    /// The best bandwidth of a run in Gb/s; 0 when it has none.
    static double gigabits(PerftestRun run) {
        return run.bandwidths().stream().mapToDouble(b -> b.average().asGbps()).max().orElse(0);
    }
}
