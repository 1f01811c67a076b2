package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Some nodes of a job use GPUDirect RDMA for every channel and others for none: nodes of one make
/// differ in what is loaded, not in how far NIC and GPU are apart.
final class OneEndStaged {
    private OneEndStaged() {}

    static boolean look(Clues clues, List<LogEvent> absent, Verdict verdict) {
        List<LogEvent> staged = clues.of("nccl-channel-staged");
        List<LogEvent> direct = clues.of("nccl-channel-gdr");
        if (staged.isEmpty() || direct.isEmpty()) return false;
        Set<String> without = hosts(staged);
        Set<String> with = hosts(direct);
        if (without.isEmpty() || with.isEmpty() || with.stream().anyMatch(without::contains)) {
            return false;
        }
        String text =
                "%s does not use GPUDirect RDMA, where %s does"
                        .formatted(String.join(", ", without), String.join(", ", with));
        (absent.isEmpty()
                        ? verdict.possible(staged, text).warning()
                        : verdict.certain(
                                staged, text + ": nothing gives the NIC the GPU's memory"))
                .cites(absent)
                .cites(direct.getFirst())
                .explains("gdr-disabled-by-topology");
        return true;
    }

    /// Hosts that the lines name; lines of nobody say nothing of a difference.
    private static Set<String> hosts(List<LogEvent> events) {
        Set<String> all = new TreeSet<>();
        events.forEach(e -> all.add(e.host()));
        all.remove("");
        return all;
    }
}
