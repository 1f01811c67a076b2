package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.RdmaNetdev;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

@AutoService(SampleView.class)
public final class Ibdev2netdevView implements SampleView {

    @Override
    public String parser() {
        return "ibdev2netdev";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        List<Object> rows = new ArrayList<>();
        List<Object> up = new ArrayList<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof RdmaNetdev n)) continue;
            rows.add(
                    Map.of(
                            "dev", n.device(),
                            "port", n.port(),
                            "netdev", n.netdev(),
                            "up", n.up()));
            if (n.up()) up.add(n.device());
        }
        view.put("rows", rows);
        view.put("upPair", up);
        return view;
    }
}
