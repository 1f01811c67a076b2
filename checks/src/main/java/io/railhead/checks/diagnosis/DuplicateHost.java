package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.HostsEntry;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Two nodes have the same host name.
@AutoService(Cause.class)
public final class DuplicateHost implements Cause {
    @Override
    public String code() {
        return "duplicate-hostname";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<String, Set<String>> addresses = new TreeMap<>();
        Map<String, HostsEntry> entries = new TreeMap<>();
        List<HostsEntry> twice = new ArrayList<>();
        for (HostsEntry h : clues.all(HostsEntry.class)) {
            for (String name : h.names()) {
                String name0 = name.replaceAll("\\..*", "");
                if (h.address().startsWith("127.")
                        || name0.equals("localhost")
                        || h.address().contains(":")) continue;
                Set<String> of = addresses.computeIfAbsent(name0, k -> new TreeSet<>());
                of.add(h.address());
                HostsEntry first = entries.putIfAbsent(name0, h);
                if (first != null && of.size() > 1) {
                    twice.add(first);
                    twice.add(h);
                }
            }
        }
        List<LogEvent> ipc = clues.of("nccl-ipc-failed");
        if (!twice.isEmpty() && !ipc.isEmpty()) {
            Suspicion s =
                    verdict.certain(
                                    ipc,
                                    "two nodes have one host name, and NCCL takes them for one machine")
                            .cites(clues.of("nccl-channel-p2p"));
            twice.forEach(s::cites);
            s.explains("acs-iommu-breaks-p2p", "remote-rank-crashed");
        }
    }
}
