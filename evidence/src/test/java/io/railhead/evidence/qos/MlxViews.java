package io.railhead.evidence.qos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.FirmwareSetting;
import io.railhead.model.fact.LinkQuality;
import io.railhead.model.fact.ModuleReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How facts answer the recorded samples of NVIDIA's firmware tools.
final class MlxViews {
    private MlxViews() {}

    @AutoService(SampleView.class)
    public static final class Config implements SampleView {
        private static final Pattern TYPE = Pattern.compile("Device type: +(\\S+)");

        @Override
        public String parser() {
            return "mlxconfig";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            Map<String, Object> values = new HashMap<>();
            for (var fact : reading.facts()) {
                if (!(fact instanceof FirmwareSetting s)) continue;
                Map<String, Object> value = new HashMap<>(Map.of("next", s.next()));
                s.factory().ifPresent(v -> value.put("default", v));
                s.current().ifPresent(v -> value.put("current", v));
                values.put(s.name(), value);
            }
            Matcher m = TYPE.matcher(transcript.stdout());
            return Map.of("values", values, "deviceType", m.find() ? m.group(1) : "");
        }

        @Override
        public Map<String, String> notFacts() {
            return Map.of(
                    "rows",
                    "its 150 leave out the 4 rows with a star and EXP_ROM_UEFI_x86_ENABLE; the"
                            + " recording has 155, none of which may stay unread");
        }
    }

    @AutoService(SampleView.class)
    public static final class Link implements SampleView {
        @Override
        public String parser() {
            return "mlxlink";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            Map<String, Object> view = new HashMap<>();
            List<Object> bias = new ArrayList<>();
            List<Object> rx = new ArrayList<>();
            List<Object> tx = new ArrayList<>();
            for (var fact : reading.facts()) {
                switch (fact) {
                    case ModuleReading r -> {
                        double value = r.value().orElseThrow();
                        List<Object> range =
                                r.alarm().low().isEmpty()
                                        ? List.of()
                                        : List.of(
                                                r.alarm().low().getAsDouble(),
                                                r.alarm().high().getAsDouble());
                        switch (r.quantity()) {
                            case TEMPERATURE -> {
                                view.put("temperatureC", value);
                                view.put("tempRange", range);
                            }
                            case VOLTAGE -> view.put("voltageMv", value * 1000);
                            case BIAS -> bias.add(value);
                            case TX_POWER -> tx.add(value);
                            case RX_POWER -> {
                                rx.add(value);
                                view.put("rxRange", range);
                            }
                        }
                    }
                    case LinkQuality q -> {
                        put(view, "identifier", q, "Identifier");
                        put(view, "vendor", q, "Vendor Name");
                        put(view, "partNumber", q, "Vendor Part Number");
                    }
                    default -> throw new AssertionError(fact);
                }
            }
            view.putAll(Map.of("biasMa", bias, "rxDbm", rx, "txDbm", tx));
            return view;
        }

        private static void put(Map<String, Object> view, String key, LinkQuality q, String name) {
            if (q.settings().containsKey(name)) view.put(key, q.settings().get(name).value());
        }
    }
}
