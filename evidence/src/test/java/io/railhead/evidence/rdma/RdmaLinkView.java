package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaSubsystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

@AutoService(SampleView.class)
public final class RdmaLinkView implements SampleView {

    @Override
    public String parser() {
        return "rdma-link";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        List<Object> links = new ArrayList<>();
        for (var fact : reading.facts()) {
            if (fact instanceof RdmaSubsystem s) view.put("rdmaSubsystem", s.present());
            if (fact instanceof RdmaLink l) {
                Map<String, Object> link = new LinkedHashMap<>();
                link.put("dev", l.device());
                link.put("port", l.port());
                link.put("state", l.state());
                l.physicalState().ifPresent(p -> link.put("physicalState", p));
                l.netdev().ifPresent(n -> link.put("netdev", n));
                links.add(link);
            }
        }
        view.put("links", links);
        return view;
    }
}
