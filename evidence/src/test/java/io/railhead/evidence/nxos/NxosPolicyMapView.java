package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.ServicePolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class NxosPolicyMapView implements SampleView {

    @Override
    public String parser() {
        return "nxos-show-policy-map-interface";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        Map<Integer, Map<String, Object>> classes = new LinkedHashMap<>();
        for (var fact : reading.facts()) {
            switch (fact) {
                case ServicePolicy p -> {
                    view.put("interface", p.port());
                    view.put("type", p.type());
                    view.put("direction", p.direction());
                    view.put("policy", p.policy());
                    view.put("statistics", p.settings().get("statistics"));
                }
                case QueueSchedule q -> {
                    Map<String, Object> c =
                            classes.computeIfAbsent(q.queue(), k -> new LinkedHashMap<>());
                    c.put("name", q.term().replaceAll(" .*", ""));
                    c.put("match", q.term().replaceAll(".*\\((.*)\\)", "$1"));
                    q.level().ifPresent(l -> c.put("priorityLevel", l));
                    q.percent().ifPresent(p -> c.put("bandwidthRemainingPercent", p));
                }
                case QosCounter n when n.index().isEmpty() -> {
                    // Packets of a class that is no queue.
                }
                case QosCounter n -> {
                    Map<String, Object> c =
                            classes.computeIfAbsent(
                                    n.index().orElseThrow(), k -> new LinkedHashMap<>());
                    boolean dropped = n.measure() == QosCounter.Measure.DROPPED_PACKETS;
                    c.put(dropped ? "dropped" : "depthBytes", n.value());
                }
                default -> {
                    // Maps are not in the expectations.
                }
            }
        }
        view.put("classes", new ArrayList<>(classes.values()));
        return view;
    }
}
