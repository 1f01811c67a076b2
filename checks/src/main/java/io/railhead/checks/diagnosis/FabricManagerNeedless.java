package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The Fabric Manager finds no NVSwitch; it is not needed on this machine.
@AutoService(Cause.class)
public final class FabricManagerNeedless implements Cause {
    /// Cards for a PCIe slot, by NVIDIA's product names.
    private static final Pattern CARD =
            Pattern.compile(
                    "GeForce|RTX|Quadro|TITAN|PCI[Ee]|\\b(?:T4|A2|A10|A16|A30|A40|L4|L40S?)\\b");

    @Override
    public String code() {
        return "fabric-manager-not-needed";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = new ArrayList<>(clues.of("fabricmanager-no-switch"));
        // That a machine has none is its make; it matters where the manager was started all the
        // same.
        if (clues.has("fabricmanager-failed")) said.addAll(clues.of("nvswitch-absent"));
        if (said.isEmpty()) byCards(clues, verdict);
        if (!said.isEmpty() && clues.lacks("cuda-802"))
            verdict.certain(
                            said,
                            "the machine has no NVSwitch, so the Fabric Manager has nothing to do and ends")
                    .warning()
                    .cites(clues.of("fabricmanager-failed"))
                    .explains("fabric-manager-not-running", "service-failed");
    }

    /// It does not start, and no GPU is of a kind that is ever put on an NVSwitch.
    private static void byCards(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("fabricmanager-failed");
        List<Gpu> named = clues.all(Gpu.class).stream().filter(g -> g.name().isPresent()).toList();
        if (failed.isEmpty()
                || named.isEmpty()
                || clues.has("nvswitch-seen", "cuda-802", "fabricmanager-mismatch")
                || !named.stream().allMatch(FabricManagerNeedless::isCard)) return;
        Suspicion s =
                verdict.likely(
                                failed,
                                "the Fabric Manager does not start, and no GPU here is of a kind"
                                        + " that has an NVSwitch: nothing needs it")
                        .warning()
                        .explains("fabric-manager-not-running", "service-failed");
        named.stream().limit(2).forEach(s::cites);
    }

    static boolean isCard(Gpu gpu) {
        return gpu.name().filter(n -> CARD.matcher(n).find()).isPresent();
    }
}
