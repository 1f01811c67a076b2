package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

@AutoService(SampleView.class)
public final class NxosInterfaceView implements SampleView {

    /// Names of the public templates the expectation was made with, to the words that stand there.
    private static final Map<String, String> NAMES =
            Map.ofEntries(
                    Map.entry("babble", "TX babble"),
                    Map.entry("bad_etype_drop", "RX bad etype drop"),
                    Map.entry("bad_proto_drop", "RX bad proto drop"),
                    Map.entry("bandwidth", "BW"),
                    Map.entry("bandwidth_input_rate", "input bits/sec"),
                    Map.entry("bandwidth_output_rate", "output bits/sec"),
                    Map.entry("bia", "bia"),
                    Map.entry("collisions", "TX collision"),
                    Map.entry("crc", "RX CRC"),
                    Map.entry("deferred", "TX deferred"),
                    Map.entry("delay", "DLY"),
                    Map.entry("dribble", "RX input with dribble"),
                    Map.entry("duplex", "duplex"),
                    Map.entry("encapsulation", "Encapsulation"),
                    Map.entry("giants", "RX giants"),
                    Map.entry("hardware_type", "Hardware"),
                    Map.entry("ignored", "RX ignored"),
                    Map.entry("input_discards", "RX input discard"),
                    Map.entry("input_errors", "RX input error"),
                    Map.entry("input_packets", "RX input packets"),
                    Map.entry("interface_down_drop", "RX if down drop"),
                    Map.entry("ip_address", "Internet Address"),
                    Map.entry("last_link_flapped", "Last link flapped"),
                    Map.entry("late_collisions", "TX late collision"),
                    Map.entry("lost_carrier", "TX lost carrier"),
                    Map.entry("mac_address", "address"),
                    Map.entry("media_type", "media type"),
                    Map.entry("mode", "Port mode"),
                    Map.entry("no_buffer", "RX no buffer"),
                    Map.entry("no_carrier", "TX no carrier"),
                    Map.entry("output_discards", "TX output discard"),
                    Map.entry("output_errors", "TX output error"),
                    Map.entry("output_packets", "TX output packets"),
                    Map.entry("overrun", "RX overrun"),
                    Map.entry("packet_input_rate", "input packets/sec"),
                    Map.entry("packet_output_rate", "output packets/sec"),
                    Map.entry("prefix_length", "prefix length"),
                    Map.entry("runts", "RX runts"),
                    Map.entry("rx_jumbo_packets", "RX jumbo packets"),
                    Map.entry("rx_pause", "RX Rx pause"),
                    Map.entry("short_frame", "RX short frame"),
                    Map.entry("speed", "speed"),
                    Map.entry("tx_jumbo_packets", "TX jumbo packets"),
                    Map.entry("tx_pause", "TX Tx pause"),
                    Map.entry("underrun", "RX underrun"),
                    Map.entry("watchdog", "RX watchdog"));

    @Override
    public String parser() {
        return "nxos-show-interface";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        throw new AssertionError("the expectation is needed");
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript, JsonNode expected) {
        List<SwitchPort> ports =
                reading.facts().stream()
                        .filter(f -> f instanceof SwitchPort)
                        .map(f -> (SwitchPort) f)
                        .toList();
        Map<String, Object> view = new HashMap<>();
        if (ports.isEmpty()) return view;
        view.put("count", ports.size());
        view.put("first", port(ports.getFirst(), expected.path("first")));
        view.put("last", port(ports.getLast(), expected.path("last")));
        view.put("rx", traffic(ports.getFirst(), "RX", "input"));
        view.put("tx", traffic(ports.getFirst(), "TX", "output"));
        return view;
    }

    private static Map<String, Object> port(SwitchPort p, JsonNode expected) {
        Map<String, Object> port = new HashMap<>();
        expected.properties()
                .forEach(
                        e ->
                                port.put(
                                        e.getKey(),
                                        p.setting(NAMES.getOrDefault(e.getKey(), "")).orElse("")));
        port.put("interface", p.port());
        port.put("link_status", p.state());
        port.put("mtu", p.mtu().map(m -> String.valueOf(m.value())).orElse(""));
        port.put("description", p.description().orElse(""));
        // The template takes the admin state from the line protocol where there is no other.
        port.put(
                "admin_state",
                p.adminUp()
                        .map(u -> u ? "up" : "down")
                        .or(() -> p.setting("line protocol"))
                        .orElse(""));
        // Without a burnt-in address in brackets the template leaves it out.
        return port;
    }

    private static Map<String, Object> traffic(SwitchPort p, String way, String word) {
        Map<String, Object> traffic = new HashMap<>();
        Map.of(
                        "unicast",
                        "unicast packets",
                        "packets",
                        word + " packets",
                        "bytes",
                        "bytes",
                        "jumbo",
                        "jumbo packets",
                        "crc",
                        "CRC",
                        word + "Error",
                        word + " error",
                        word + "Discard",
                        word + " discard",
                        "pause",
                        (way.equals("RX") ? "Rx" : "Tx") + " pause")
                .forEach(
                        (key, name) -> {
                            Stated<String> s = p.settings().get(way + " " + name);
                            if (s != null) traffic.put(key, Long.valueOf(s.value()));
                        });
        return traffic;
    }
}
