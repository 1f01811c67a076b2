package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

@AutoService(SampleView.class)
public final class NxosPfcView implements SampleView {

    @Override
    public String parser() {
        return "nxos-show-interface-pfc";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Map<String, Object>> ports = new HashMap<>();
        for (var fact : reading.facts()) {
            switch (fact) {
                case PfcState p -> {
                    Map<String, Object> port =
                            ports.computeIfAbsent(p.port(), k -> new HashMap<>());
                    p.mode().ifPresent(m -> port.put("mode", word(m.name())));
                    p.mode().ifPresent(m -> port.put("admin", word(m.name())));
                    p.running().ifPresent(r -> port.put("oper", r ? "On" : "Off"));
                    if (p.settings().containsKey("VL bmap"))
                        port.put("vlBitmapHex", p.settings().get("VL bmap"));
                    p.priorities().ifPresent(on -> port.put("noDropCos", new ArrayList<>(on)));
                }
                case QosCounter c -> {
                    Map<String, Object> port =
                            ports.computeIfAbsent(c.port(), k -> new HashMap<>());
                    boolean received = c.way() == QosCounter.Way.RECEIVED;
                    if (c.scope() == QosCounter.Scope.PORT) {
                        port.put(received ? "rxPpp" : "txPpp", c.value());
                        port.put(received ? "totalRx" : "totalTx", c.value());
                    } else {
                        list(port, received ? "rx" : "tx").add(c.value());
                        list(port, received ? "rxPerPriority" : "txPerPriority").add(c.value());
                    }
                }
                default -> throw new AssertionError(fact);
            }
        }
        Map<String, Object> view = new HashMap<>(Map.of("ports", ports, "count", ports.size()));
        view.putAll(ports);
        return view;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Map<String, Object> port, String name) {
        return (List<Object>) port.computeIfAbsent(name, k -> new ArrayList<>());
    }

    private static String word(String name) {
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }
}
