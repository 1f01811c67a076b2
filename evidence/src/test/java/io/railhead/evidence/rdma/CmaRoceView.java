package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.CmaRoceMode;
import java.util.LinkedHashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class CmaRoceView implements SampleView {

    @Override
    public String parser() {
        return "cma_roce_mode";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        for (var fact : reading.facts()) {
            if (fact instanceof CmaRoceMode m) view.put("mode", m.mode());
        }
        return view;
    }
}
