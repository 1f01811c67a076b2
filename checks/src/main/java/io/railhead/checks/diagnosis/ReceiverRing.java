package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The host has no receive descriptors in time; the wire is fine.
@AutoService(Cause.class)
public final class ReceiverRing implements Cause {
    @Override
    public String code() {
        return "rx-out-of-buffer";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> lost =
                clues
                        .counted(
                                "rx_no_dma_resources",
                                "rx_out_of_buffer",
                                "rx_missed_errors",
                                "rx_fifo_errors",
                                "out_of_buffer")
                        .stream()
                        .filter(e -> Clues.number(e, "value").orElse(0) > 1000)
                        .toList();
        if (lost.isEmpty()) return;
        verdict.likely(
                        lost,
                        "the NIC found no free receive descriptor "
                                + lost.getFirst().get("value")
                                + " times: the host does not take packets fast enough")
                .cites(clues.of("ring"))
                .cites(clues.where("nxos-flowcontrol", e -> Clues.number(e, "rx").orElse(0) > 0))
                .cites(clues.counted("tx_flow_control_xoff"))
                .explains("global-pause-instead-of-pfc", "rdma-retry-exceeded");
    }
}
