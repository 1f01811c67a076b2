package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// libfabric finds no provider for the RDMA device, and NCCL falls back to sockets.
@AutoService(Cause.class)
public final class OfiProvider implements Cause {
    @Override
    public String code() {
        return "ofi-provider-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("ofi-no-provider");
        if (!said.isEmpty())
            verdict.likely(
                            said,
                            "libfabric offers NCCL no provider for RDMA"
                                    + (clues.of("nccl-socket-using").isEmpty()
                                            ? ""
                                            : ": NCCL goes on with sockets"))
                    .cites(clues.of("nccl-socket-using"))
                    .explains(
                            "nccl-forced-socket",
                            "container-no-rdma-device",
                            "rdma-provider-library-missing",
                            "ofi-transfer-failed");
    }
}
