package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PortCounters;
import java.util.LinkedHashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class RdmaStatisticView implements SampleView {

    @Override
    public String parser() {
        return "rdma-statistic";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof PortCounters c)) continue;
            view.put("dev", c.device());
            view.put("port", c.port());
            view.put("counters", c.hwCounters());
            view.put("count", c.hwCounters().size());
        }
        return view;
    }
}
