package io.railhead.evidence.eos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.ModuleReading;
import io.railhead.model.fact.SwitchPort;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/// How facts answer the recorded EOS samples.
final class EosViews {
    private EosViews() {}

    /// How many ports there are, and the first and the last of them.
    private static Map<String, Object> ends(
            Reading reading, Function<SwitchPort, Map<String, Object>> view) {
        List<SwitchPort> ports =
                reading.facts().stream()
                        .filter(f -> f instanceof SwitchPort)
                        .map(f -> (SwitchPort) f)
                        .toList();
        return Map.of(
                "count",
                ports.size(),
                "first",
                view.apply(ports.getFirst()),
                "last",
                view.apply(ports.getLast()));
    }

    @AutoService(SampleView.class)
    public static final class Interfaces implements SampleView {
        @Override
        public String parser() {
            return "eos-show-interfaces";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            return ends(reading, Interfaces::port);
        }

        private static Map<String, Object> port(SwitchPort p) {
            Map<String, Object> port = new HashMap<>();
            port.put("bandwidth", p.setting("BW").orElse(""));
            port.put("bia", p.setting("bia").orElse(""));
            port.put("description", p.description().orElse(""));
            port.put("hardware_type", p.setting("Hardware").orElse(""));
            port.put("interface", p.port());
            port.put("ip_address", p.setting("Internet address").orElse(""));
            port.put("last_link_flapped", p.setting("since").orElse(""));
            port.put("link_status", p.state());
            port.put("link_status_change", p.setting("link status changes").orElse(""));
            port.put("mac_address", p.setting("address").orElse(""));
            port.put("mtu", p.mtu().map(m -> String.valueOf(m.value())).orElse(""));
            port.put("protocol_status", p.setting("line protocol").orElse(""));
            return port;
        }
    }

    @AutoService(SampleView.class)
    public static final class Status implements SampleView {
        @Override
        public String parser() {
            return "eos-show-interfaces-status";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            return ends(reading, Status::port);
        }

        private static Map<String, Object> port(SwitchPort p) {
            Map<String, Object> port = new HashMap<>();
            port.put("duplex", p.setting("Duplex").orElse(""));
            port.put("flags", p.setting("Flags").orElse(""));
            port.put("name", p.description().orElse(""));
            port.put("port", p.setting("Port").orElse(""));
            port.put("speed", p.setting("Speed").orElse(""));
            port.put("status", p.state());
            port.put("type", p.setting("Type").orElse(""));
            port.put("vlan_id", p.setting("Vlan").orElse(""));
            return port;
        }
    }

    @AutoService(SampleView.class)
    public static final class Transceiver implements SampleView {
        @Override
        public String parser() {
            return "eos-show-interfaces-transceiver";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            Map<String, Map<String, Object>> ports = new LinkedHashMap<>();
            for (var fact : reading.facts()) {
                if (!(fact instanceof ModuleReading r)) continue;
                String name = r.port().replace("Ethernet", "Et");
                ports.computeIfAbsent(name, k -> new HashMap<>(Map.of("port", k)))
                        .put(
                                switch (r.quantity()) {
                                    case TEMPERATURE -> "temp";
                                    case VOLTAGE -> "voltage";
                                    case BIAS -> "bias_current";
                                    case TX_POWER -> "tx_power";
                                    case RX_POWER -> "rx_power";
                                },
                                text(r.value()));
            }
            return Map.of("count", ports.size(), "first", ports.values().iterator().next());
        }

        private static String text(OptionalDouble value) {
            return value.isPresent()
                    ? String.format(Locale.ROOT, "%.2f", value.getAsDouble())
                    : "N/A";
        }
    }
}
