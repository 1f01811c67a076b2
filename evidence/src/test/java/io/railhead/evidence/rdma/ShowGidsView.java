package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.GidEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

@AutoService(SampleView.class)
public final class ShowGidsView implements SampleView {

    @Override
    public String parser() {
        return "show-gids";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        List<Object> rows = new ArrayList<>();
        Map<String, Object> usable = new LinkedHashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof GidEntry g)) continue;
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("dev", g.device());
            row.put("port", g.port());
            row.put("index", g.index());
            g.type().ifPresent(t -> row.put("version", t.replace("RoCE ", "")));
            g.ipv4().ifPresent(a -> row.put("ipv4", a));
            g.netdev().ifPresent(n -> row.put("netdev", n));
            rows.add(row);
            if (g.isRoceV2() && g.ipv4().isPresent()) usable.put(g.device(), g.index());
        }
        view.put("count", rows.size());
        view.put("rows", rows);
        view.put("rocev2Ipv4Index", usable);
        return view;
    }
}
