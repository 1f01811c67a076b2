package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.NicCounters;
import java.util.HashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class EthtoolCountersView implements SampleView {

    @Override
    public String parser() {
        return "ethtool-S";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof NicCounters c)) continue;
            view.putAll(c.values());
            view.put("count", c.values().size());
            view.put("pick", c.values());
        }
        return view;
    }

    @Override
    public Map<String, String> notFacts() {
        return Map.of(
                "verdict", "a judgement, made by checks",
                "driver", "the output does not name it; ethtool -i does");
    }
}
