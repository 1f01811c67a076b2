package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// libibverbs is there, the vendor's provider is not.
@AutoService(Cause.class)
public final class ProviderLibrary implements Cause {
    @Override
    public String code() {
        return "rdma-provider-library-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("provider-missing");
        if (!said.isEmpty())
            verdict.certain(said, "libibverbs finds no provider for the device")
                    .cites(clues.of("perftest-no-device"))
                    .cites(clues.of("hca-list"))
                    .explains("container-no-rdma-device", "hca-set-differs-between-nodes");
        else if (clues.has("ibverbs-open-failed"))
            verdict.possible(
                            clues.of("ibverbs-open-failed"),
                            "libibverbs is not installed where NCCL runs")
                    .warning();
    }
}
