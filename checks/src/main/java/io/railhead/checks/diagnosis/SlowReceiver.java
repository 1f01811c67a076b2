package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// The receiver cannot drain because of PCIe, and pauses its sender.
@AutoService(Cause.class)
public final class SlowReceiver implements Cause {
    @Override
    public String code() {
        return "slow-receiver-pcie";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> stalled =
                clues.counted(
                        "outbound_pci_stalled_wr",
                        "outbound_pci_stalled_wr_events",
                        "outbound_pci_buffer_overflow",
                        "outbound_pci_stalled_rd",
                        "outbound_pci_stalled_rd_events");
        List<LogEvent> paused = new ArrayList<>();
        for (int p = 0; p < 8; p++) paused.addAll(clues.counted("tx_prio" + p + "_pause"));
        // A few waits in months are none: it has to be a tenth of the time, or thousands, or to
        // hold up a sender.
        boolean much =
                !paused.isEmpty()
                        || !clues.counted("outbound_pci_buffer_overflow").isEmpty()
                        || stalled.stream()
                                .anyMatch(
                                        e ->
                                                Clues.number(e, "value").orElse(0)
                                                        >= (e.get("name").endsWith("_events")
                                                                ? 1000
                                                                : 10));
        if (!much) stalled = List.of();
        List<LogEvent> slow = clues.of("pcie-limited");
        if (!stalled.isEmpty())
            verdict.likely(
                            stalled,
                            "the NIC waits for PCIe credits, so the host drains more slowly than the wire brings")
                    .cites(paused)
                    .cites(slow)
                    .explains("pfc-storm");
        else if (!slow.isEmpty()
                && paused.stream().anyMatch(e -> Clues.number(e, "value").orElse(0) > 10_000))
            verdict.likely(paused, "the host pauses its senders, and its PCIe link is narrow")
                    .cites(slow)
                    .explains("pfc-storm");
    }
}
