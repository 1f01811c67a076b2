package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// Fabric Manager and driver are of different versions.
@AutoService(Cause.class)
public final class FabricManagerOther implements Cause {
    @Override
    public String code() {
        return "fabric-manager-version-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("fabricmanager-mismatch");
        if (said.isEmpty()) byPackages(clues, verdict);
        if (!said.isEmpty())
            verdict.certain(said, "the Fabric Manager is not of the driver's version")
                    .cites(clues.of("driver-version"))
                    .explains(
                            "cuda-error",
                            "fabric-manager-not-running",
                            "remote-rank-crashed",
                            "service-failed");
    }

    /// The package of the Fabric Manager is of another version than the driver's: it ends at once.
    private static void byPackages(Clues clues, Verdict verdict) {
        List<LogEvent> drivers = new ArrayList<>(clues.of("driver-package"));
        for (LogEvent fm : clues.of("fabricmanager-package")) {
            List<LogEvent> of =
                    drivers.stream().filter(d -> clues.who(d).equals(clues.who(fm))).toList();
            if (of.isEmpty()
                    || of.stream().anyMatch(d -> d.get("version").equals(fm.get("version"))))
                continue;
            verdict.likely(
                            List.of(fm),
                            "the Fabric Manager is of version %s, the driver of %s"
                                    .formatted(fm.get("version"), of.getFirst().get("version")))
                    .cites(of)
                    .cites(clues.of("fabricmanager-failed", "cuda-802"))
                    .explains(
                            "cuda-error",
                            "fabric-manager-not-running",
                            "remote-rank-crashed",
                            "service-failed");
            return;
        }
    }
}
