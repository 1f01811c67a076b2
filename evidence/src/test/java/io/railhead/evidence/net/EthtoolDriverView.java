package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.DriverInfo;
import java.util.LinkedHashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class EthtoolDriverView implements SampleView {

    @Override
    public String parser() {
        return "ethtool-i";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        for (var fact : reading.facts()) {
            if (fact instanceof DriverInfo d) view.putAll(d.settings());
        }
        return view;
    }
}
