package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.RdmaDevice;
import io.railhead.model.fact.RdmaPortInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

@AutoService(SampleView.class)
public final class IbvDevinfoView implements SampleView {

    @Override
    public String parser() {
        return "ibv_devinfo";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        List<Object> ports = new ArrayList<>();
        List<Object> gids = new ArrayList<>();
        for (var fact : reading.facts()) {
            if (fact instanceof RdmaDevice d) {
                view.put("device", d.device());
                d.transport().ifPresent(t -> view.put("transport", t));
                d.firmware().ifPresent(f -> view.put("fw", f));
                if (d.vendorPartId().isPresent()) {
                    view.put("vendorPartId", d.vendorPartId().getAsInt());
                }
                d.boardId().ifPresent(b -> view.put("boardId", b));
            }
            if (fact instanceof GidEntry g) {
                gids.add(Map.of("index", g.index(), "type", g.type().orElse("")));
            }
            if (fact instanceof RdmaPortInfo p) {
                ports.add(port(p));
                view.putAll(port(p));
            }
        }
        view.put("ports", ports);
        view.put("gids", gids);
        return view;
    }

    private static Map<String, Object> port(RdmaPortInfo p) {
        Map<String, Object> port = new LinkedHashMap<>();
        port.put("port", p.port());
        port.put("state", p.state());
        p.maxMtu().ifPresent(m -> port.put("maxMtu", m));
        p.activeMtu().ifPresent(m -> port.put("activeMtu", m));
        p.linkLayer().ifPresent(l -> port.put("linkLayer", l));
        p.gidTableLength().ifPresent(g -> port.put("gidTableLen", g));
        p.activeWidth().ifPresent(w -> port.put("activeWidth", w));
        p.activeSpeedGbps().ifPresent(s -> port.put("activeSpeedGbps", s));
        p.physicalState().ifPresent(s -> port.put("physState", s));
        p.rate().ifPresent(r -> port.put("rateGbps", r.asGbps()));
        return port;
    }
}
