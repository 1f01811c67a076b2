package io.railhead.evidence.gpu;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Gpu;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

@AutoService(SampleView.class)
public final class NvidiaSmiQueryView implements SampleView {

    @Override
    public String parser() {
        return "nvidia-smi-q";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        int gpus = 0;
        for (var fact : reading.facts()) {
            if (!(fact instanceof Gpu g)) continue;
            gpus++;
            put(view, "driver", g.driver());
            put(view, "cuda", g.cuda());
            put(view, "product", g.name());
            put(view, "pstate", g.performanceState());
            put(view, "busId", g.busId());
            g.persistence().ifPresent(p -> view.put("persistence", p ? "Enabled" : "Disabled"));
            throttle(view, g, "swPowerCap", "SW Power Cap");
            throttle(view, g, "hwSlowdown", "HW Slowdown");
            throttle(view, g, "idle", "Idle");
            g.pcieReplays().ifPresent(n -> view.put("replays", Long.toString(n)));
            g.pcieGenCurrent().ifPresent(n -> view.put("pcieGenCurrent", Integer.toString(n)));
            g.pcieGenMax().ifPresent(n -> view.put("pcieGenMax", Integer.toString(n)));
            g.pcieWidthCurrent().ifPresent(n -> view.put("linkWidthCurrent", n + "x"));
            g.pcieWidthMax().ifPresent(n -> view.put("linkWidthMax", n + "x"));
            g.remappedUncorrectable()
                    .ifPresent(n -> view.put("remappedUncorrectable", Long.toString(n)));
            g.remapPending().ifPresent(p -> view.put("remappedPending", p ? "Yes" : "No"));
            view.put("fabricState", g.fabricState().orElse("N/A"));
        }
        view.put("attachedGpus", gpus);
        return view;
    }

    private static void put(Map<String, Object> view, String key, Optional<String> value) {
        value.ifPresent(v -> view.put(key, v));
    }

    private static void throttle(Map<String, Object> view, Gpu gpu, String key, String reason) {
        Boolean active = gpu.throttle().get(reason);
        if (active != null) view.put(key, active ? "Active" : "Not Active");
    }
}
