package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The Fabric Manager does not run where NVSwitches need it.
@AutoService(Cause.class)
public final class FabricManagerMissing implements Cause {
    /// Links between two GPUs that only a switch gives: more than the six of a direct mesh.
    private static final Pattern NVSWITCH = Pattern.compile("\\bNV(?:[7-9]|1\\d)\\b");

    @Override
    public String code() {
        return "fabric-manager-not-running";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> cuda = clues.of("cuda-802");
        List<LogEvent> service =
                new ArrayList<>(clues.of("fabricmanager-missing", "fabricmanager-failed"));
        service.addAll(
                clues.where(
                        "service-active",
                        e ->
                                e.get("unit").matches("nvidia-fabricmanager(?:\\.service)?")
                                        && !Clues.is(e, "state", "active")));
        // Only GPUs on a switch have a fabric that is being set up.
        List<LogEvent> waits = clues.of("fabric-state-waiting");
        service.addAll(waits);
        if (clues.has("fabricmanager-no-switch", "nvswitch-absent") && cuda.isEmpty()) return;
        if (cuda.isEmpty() && service.isEmpty()) return;
        boolean switches =
                !waits.isEmpty()
                        || service.stream().anyMatch(e -> Clues.is(e, "state", "failed"))
                        || clues.has(
                                "nvswitch-seen", "fabricmanager-failed", "fabricmanager-mismatch")
                        || !clues.where(
                                        "topo-gpu-row",
                                        e -> NVSWITCH.matcher(e.get("cells")).find())
                                .isEmpty();
        Suspicion s =
                (!cuda.isEmpty()
                                ? verdict.certain(
                                        cuda,
                                        "CUDA waits for the NVSwitch fabric to be set up (error 802)")
                                : verdict.likely(service, "the Fabric Manager does not run"))
                        .cites(service)
                        .cites(clues.of("unit-missing"))
                        .explains(
                                "cuda-error",
                                "remote-rank-crashed",
                                "cuda-driver-too-old",
                                "gpu-driver-missing");
        // Cards without NVSwitch need no Fabric Manager.
        boolean cards =
                clues.lacks("nvswitch-seen", "fabricmanager-mismatch")
                        && clues.has("fabricmanager-failed")
                        && clues.all(Gpu.class).stream().anyMatch(FabricManagerNeedless::isCard);
        if (cuda.isEmpty() && (!switches || cards)) s.info();
    }
}
