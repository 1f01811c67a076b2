package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.SockperfRun;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

@AutoService(SampleView.class)
public final class SockperfView implements SampleView {

    @Override
    public String parser() {
        return "sockperf";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        view.put("ansiColours", transcript.stdout().contains("\u001B["));
        for (var fact : reading.facts()) {
            if (!(fact instanceof SockperfRun r)) continue;
            r.version().ifPresent(v -> view.put("version", v));
            view.put("transport", r.transport());
            r.runSeconds().ifPresent(v -> view.put("validRunTimeS", v));
            r.totalSeconds().ifPresent(v -> view.put("runTimeS", v));
            view.put("sent", r.sent());
            view.put("received", r.received());
            view.put("avgLatUs", r.averageMicros());
            view.put("summaryLatencyUs", r.averageMicros());
            view.put("stdDev", r.stdDevMicros());
            view.put("dropped", r.dropped());
            view.put("duplicated", r.duplicated());
            view.put("outOfOrder", r.outOfOrder());
            r.maxMicros().ifPresent(v -> view.put("max", v));
            r.minMicros().ifPresent(v -> view.put("min", v));
            r.observations().ifPresent(v -> view.put("observations", v));
            r.percentileMicros()
                    .forEach(
                            (p, v) ->
                                    view.put(
                                            "p"
                                                    + BigDecimal.valueOf(p)
                                                            .stripTrailingZeros()
                                                            .toPlainString(),
                                            v));
        }
        return view;
    }

    /// An expectation that names the whole run's time counts the messages of the whole run, the
    /// others those of the valid duration.
    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript, JsonNode expected) {
        Map<String, Object> view = new HashMap<>(view(reading, transcript));
        for (var fact : reading.facts()) {
            if (!(fact instanceof SockperfRun r) || !expected.has("runTimeS")) continue;
            r.totalSent().ifPresent(v -> view.put("sent", v));
            r.totalReceived().ifPresent(v -> view.put("received", v));
        }
        return view;
    }
}
