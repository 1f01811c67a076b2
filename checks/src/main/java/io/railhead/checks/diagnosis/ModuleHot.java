package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// An optical module is too hot and its port goes down.
@AutoService(Cause.class)
public final class ModuleHot implements Cause {
    @Override
    public String code() {
        return "transceiver-overheat";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> hot = new ArrayList<>(clues.of("module-hot"));
        hot.addAll(
                clues.where(
                        "module-alarm",
                        e ->
                                e.get("high").isEmpty()
                                        || Clues.decimal(e, "temp") > Clues.decimal(e, "high")));
        for (LogEvent limit : clues.of("module-temp-limit"))
            hot.addAll(
                    clues.where(
                            "module-temp",
                            e -> Clues.decimal(e, "temp") >= Clues.decimal(limit, "high")));
        if (!hot.isEmpty()) {
            verdict.certain(hot, "an optical module reports that it is too hot")
                    .cites(clues.of("module-temp"))
                    .cites(clues.of("link-down"))
                    .explains(
                            "link-flapping",
                            "rdma-port-down",
                            "rdma-retry-exceeded",
                            "link-high-ber");
        }
    }
}
