package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Transceiver;
import java.util.HashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class EthtoolModuleView implements SampleView {

    @Override
    public String parser() {
        return "ethtool-m";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof Transceiver t)) continue;
            t.settings().forEach((k, v) -> view.put(EthtoolView.key(k), v.getFirst()));
        }
        return view;
    }
}
