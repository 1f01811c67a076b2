package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PauseParameters;
import java.util.HashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class EthtoolPauseView implements SampleView {

    @Override
    public String parser() {
        return "ethtool-a";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        view.put("exit", transcript.exitCode());
        for (var fact : reading.facts()) {
            if (fact instanceof PauseParameters p) view.put("supported", p.supported());
        }
        return view;
    }
}
