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

    /// The partition of a key: its highest bit tells full from limited membership (IBTA, 10.9.1.2).
    private static String number(String key) {
        char top = key.charAt(2);
        int bits = Character.digit(top, 16) & 7;
        return "0x" + Character.forDigit(bits, 16) + key.substring(3).toLowerCase(Locale.ROOT);
    }
}
