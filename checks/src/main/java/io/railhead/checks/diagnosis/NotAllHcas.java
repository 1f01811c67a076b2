package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// NCCL uses fewer HCAs than the host has active.
@AutoService(Cause.class)
public final class NotAllHcas implements Cause {
    @Override
    public String code() {
        return "nccl-not-all-hcas-used";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        if (!Signs.pathFailures(clues).isEmpty() || clues.has("connect-failed")) return;
        Hcas hcas = new Hcas(clues);
        List<LogEvent> active = new ArrayList<>(hcas.told());
        active.addAll(clues.of("topo-nic-legend"));
        // NCCL drops ports that are not active by itself: only a list can leave out a usable one.
        Set<String> there = clues.env("NCCL_IB_HCA").isEmpty() ? hcas.active() : hcas.usable();
        for (LogEvent using : clues.of("nccl-ib-using")) {
            Set<String> used = Nccl.devices(using.get("list"));
            Set<String> unused = new TreeSet<>(there);
            unused.removeIf(
                    d ->
                            used.stream()
                                    .anyMatch(
                                            u ->
                                                    u.equals(d)
                                                            || u.contains(d + "+")
                                                            || u.contains("+" + d)));
            if (!unused.isEmpty() && there.containsAll(used) && used.size() < there.size()) {
                Suspicion s =
                        verdict.likely(
                                List.of(using),
                                "NCCL uses "
                                        + used.size()
                                        + " of "
                                        + there.size()
                                        + " active HCAs: not "
                                        + String.join(", ", unused));
                s.cites(clues.env("NCCL_IB_HCA")).cites(active);
                // A list that leaves out storage or management ports is meant so; one that leaves
                // out most is not.
                boolean meant =
                        !clues.env("NCCL_IB_HCA").isEmpty() && used.size() * 2 > there.size();
                if (meant) s.info();
                else s.warning();
                return;
            }
        }
    }
}
