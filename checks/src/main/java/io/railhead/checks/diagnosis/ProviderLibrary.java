package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
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
        List<LogEvent> said = new ArrayList<>(clues.of("provider-missing"));
        // Distributions name more providers than they install: one that cannot be loaded matters
        // only where no device is found.
        boolean none = clues.has("perftest-no-device", "nccl-ib-none");
        // Every package of providers has these; old ones of other makers are left out by some.
        boolean own =
                !clues.where("provider-load-failed", "provider", "mlx5", "efa", "bnxt_re", "irdma")
                                .isEmpty()
                        && clues.lacks("nccl-ib-using", "port-state", "perftest-device");
        if (none || own || !said.isEmpty()) said.addAll(clues.of("provider-load-failed"));
        boolean wanted =
                clues.env("NCCL_NET").stream()
                                .anyMatch(e -> Clues.setting(e).equalsIgnoreCase("IB"))
                        || clues.has("hca-list", "rdma-link", "hca-netdev", "port-state");
        if (!said.isEmpty())
            verdict.certain(said, "libibverbs finds no provider for the device")
                    .cites(clues.of("perftest-no-device"))
                    .cites(clues.of("hca-list"))
                    .explains("container-no-rdma-device", "hca-set-differs-between-nodes");
        else if (clues.has("ibverbs-open-failed") && wanted)
            verdict.possible(
                            clues.of("ibverbs-open-failed"),
                            "libibverbs is not installed where NCCL runs")
                    .warning();
    }
}
