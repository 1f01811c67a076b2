package io.railhead.evidence.qos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.CongestionControl;
import java.util.HashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class SysfsEcnView implements SampleView {

    @Override
    public String parser() {
        return "sysfs-ecn";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof CongestionControl c)) continue;
            c.parameters().forEach((k, v) -> view.put(k, v.value()));
            c.notifies().forEach((p, v) -> view.put("roce_np/enable/" + p, v.words()));
            c.reacts().forEach((p, v) -> view.put("roce_rp/enable/" + p, v.words()));
        }
        return view;
    }
}
