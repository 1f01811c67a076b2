package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// cloud-init writes the network's files at each boot.
@AutoService(Cause.class)
public final class CloudInitNetworks implements Cause {
    @Override
    public String code() {
        return "cloud-init-overwrites-network";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("cloud-init-writes");
        if (said.isEmpty()) return;
        // That cloud-init is there and has written once is how images start.
        boolean again =
                clues.count("cloud-init-writes") > 1
                        && said.stream().anyMatch(e -> !e.text().contains("50-cloud-init"));
        Suspicion s =
                again
                        ? verdict.likely(
                                said,
                                "cloud-init writes the network's files anew, and what was set by hand is lost")
                        : verdict.possible(said, "cloud-init writes the network's files").info();
        s.explains("address-missing", "mtu-mismatch");
    }
}
