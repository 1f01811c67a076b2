package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// The partition key at the index in use is not a member of the peer's partition.
@AutoService(Cause.class)
public final class PkeyIndex implements Cause {
    @Override
    public String code() {
        return "ib-pkey-index";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        // smpquery prints rows of keys: what has no index of its own stands right after index 0.
        List<LogEvent> keys = clues.of("pkey");
        List<LogEvent> first = clues.where("pkey", "index", "0");
        List<LogEvent> full =
                keys.stream()
                        .filter(e -> !Clues.is(e, "index", "0"))
                        .filter(e -> e.get("pkey").matches("0x[89a-fA-F][0-9a-fA-F]{3}"))
                        .toList();
        List<LogEvent> failures = Signs.retryExceeded(clues);
        List<LogEvent> violations = clues.of("pkey-violation");
        if (!violations.isEmpty()) {
            verdict.likely(
                            violations,
                            "packets carry a partition key that the receiving port is no member of")
                    .cites(failures)
                    .cites(keys)
                    .cites(clues.env("NCCL_IB_PKEY"))
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
            return;
        }
        Set<String> partitions = new TreeSet<>();
        first.stream()
                .filter(e -> !Clues.is(e, "pkey", "0x0000"))
                .forEach(e -> partitions.add(number(e.get("pkey"))));
        if (partitions.size() > 1 && !failures.isEmpty()) {
            verdict.likely(
                            failures,
                            "index 0 of the key tables holds different partitions: "
                                    + String.join(", ", partitions))
                    .cites(first)
                    .fix("give both ends a key of one partition, and NCCL_IB_PKEY its index")
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
            return;
        }
        if (atIndexUsed(clues, keys, failures, verdict)) return;
        if (limitedBoth(clues, keys, failures, verdict)) return;
        if (isUsed(clues, full, failures)) return;
        boolean limited = first.stream().anyMatch(e -> e.get("pkey").matches("0x[0-7].*"));
        if (!full.isEmpty()
                && (limited || (first.isEmpty() && !failures.isEmpty()))
                && clues.env("NCCL_IB_PKEY").stream().allMatch(e -> Clues.setting(e).equals("0"))) {
            verdict.likely(
                            failures,
                            "the partition is at index "
                                    + full.getFirst().value("index").orElse("1")
                                    + " of the key table, and index 0 is used unless told otherwise")
                    .cites(first)
                    .cites(full)
                    .cites(clues.of("pkey-index-used"))
                    .fix(
                            "set NCCL_IB_PKEY="
                                    + full.getFirst().value("index").orElse("1")
                                    + " (ib_send_bw: --pkey_index "
                                    + full.getFirst().value("index").orElse("1")
                                    + ")")
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
        }
    }

    /// The index that the run was told to use holds another partition at each end, or none at one.
    private static boolean atIndexUsed(
            Clues clues, List<LogEvent> keys, List<LogEvent> failures, Verdict verdict) {
        List<LogEvent> told = new ArrayList<>(clues.of("pkey-index-used"));
        told.addAll(clues.env("NCCL_IB_PKEY"));
        if (failures.isEmpty()) return false;
        for (LogEvent used : told) {
            String index = used.value("index").orElse(Clues.setting(used));
            List<LogEvent> there = keys.stream().filter(e -> Clues.is(e, "index", index)).toList();
            Set<String> held = new TreeSet<>();
            there.forEach(e -> held.add(number(e.get("pkey"))));
            if (held.size() < 2
                    || Clues.grouped(there, e -> e.value("node").orElse(clues.who(e))).size() < 2)
                continue;
            verdict.certain(
                            failures,
                            "index %s of the key tables holds %s: the two ends are in different partitions"
                                    .formatted(index, String.join(" and ", held)))
                    .cites(there)
                    .cites(used)
                    .fix("use at each end the index that holds the same key")
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
            return true;
        }
        return false;
    }

    /// Whether what failed had been given the index of the full key: its failure is another's.
    private static boolean isUsed(Clues clues, List<LogEvent> full, List<LogEvent> failures) {
        List<LogEvent> used =
                clues.of("pkey-index-used").stream()
                        .filter(
                                u ->
                                        full.stream()
                                                .anyMatch(
                                                        k -> u.get("index").equals(k.get("index"))))
                        .toList();
        return !failures.isEmpty()
                && failures.stream().allMatch(f -> used.stream().anyMatch(u -> isAfter(f, u)));
    }

    private static boolean isAfter(LogEvent later, LogEvent earlier) {
        return later.source().document().equals(earlier.source().document())
                && later.source().firstLine() > earlier.source().firstLine();
    }

    /// Two limited members of a partition do not talk to each other (IBTA, 10.9.3).
    private static boolean limitedBoth(
            Clues clues, List<LogEvent> keys, List<LogEvent> failures, Verdict verdict) {
        if (failures.isEmpty()) return false;
        List<LogEvent> told = new ArrayList<>(clues.of("pkey-index-used"));
        told.addAll(clues.env("NCCL_IB_PKEY"));
        Set<String> used = new TreeSet<>();
        told.forEach(e -> used.add(e.value("index").orElse(Clues.setting(e))));
        if (used.isEmpty()) used.add("0");
        for (String index : used) {
            List<LogEvent> there =
                    keys.stream()
                            .filter(e -> Clues.is(e, "index", index))
                            .filter(e -> !Clues.is(e, "pkey", "0x0000"))
                            .toList();
            boolean limited =
                    there.stream().allMatch(e -> e.get("pkey").matches("0x[0-7].*"))
                            && there.stream().map(e -> number(e.get("pkey"))).distinct().count()
                                    == 1;
            if (!limited || !isOfTwoEnds(clues, there)) continue;
            verdict.certain(
                            failures,
                            "both ends are limited members of the partition ("
                                    + there.getFirst().get("pkey")
                                    + " at index "
                                    + index
                                    + "), and limited members reach full members only")
                    .cites(there)
                    .cites(told)
                    .fix(
                            "make one end a full member in the subnet manager's partitions.conf"
                                    + " (`=full`), have it read again, and look for the highest bit:"
                                    + " `cat /sys/class/infiniband/DEVICE/ports/PORT/pkeys/INDEX`")
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
            return true;
        }
        return false;
    }

    /// Rows of two machines, or of one port that was read twice, as over ssh.
    private static boolean isOfTwoEnds(Clues clues, List<LogEvent> rows) {
        Set<String> ends = new TreeSet<>();
        rows.forEach(e -> ends.add(e.value("node").orElse(clues.who(e))));
        return ends.size() > 1
                || Clues.grouped(rows, e -> e.get("hca") + "/" + e.get("port")).values().stream()
                        .anyMatch(l -> l.size() > 1);
    }

    /// The partition of a key: its highest bit tells full from limited membership (IBTA, 10.9.1.2).
    private static String number(String key) {
        char top = key.charAt(2);
        int bits = Character.digit(top, 16) & 7;
        return "0x" + Character.forDigit(bits, 16) + key.substring(3).toLowerCase(Locale.ROOT);
    }
}
