package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.ModuleReading;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

@AutoService(SampleView.class)
public final class NxosTransceiverView implements SampleView {

    @Override
    public String parser() {
        return "nxos-show-interface-transceiver";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof ModuleReading r)) continue;
            String lane = r.lane().isPresent() ? String.valueOf(r.lane().getAsInt()) : "";
            Map<String, Object> row =
                    rows.computeIfAbsent(
                            r.port() + "#" + lane,
                            k -> new HashMap<>(Map.of("interface", r.port(), "lane", lane)));
            String name =
                    switch (r.quantity()) {
                        case TEMPERATURE -> "temperature";
                        case VOLTAGE -> "voltage";
                        case BIAS -> "amps";
                        case TX_POWER -> "tx";
                        case RX_POWER -> "rx";
                    };
            row.put(name + "_value", text(r.value()));
            row.put(name + "_alarm_high", text(r.alarm().high()));
            row.put(name + "_alarm_low", text(r.alarm().low()));
            row.put(name + "_warn_high", text(r.warning().high()));
            row.put(name + "_warn_low", text(r.warning().low()));
        }
        return Map.of("count", rows.size(), "first", rows.values().iterator().next());
    }

    private static String text(OptionalDouble value) {
        return value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : "N/A";
    }
}
