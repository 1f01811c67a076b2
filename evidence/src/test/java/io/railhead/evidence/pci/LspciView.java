package io.railhead.evidence.pci;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PciDevice;
import java.util.LinkedHashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class LspciView implements SampleView {

    @Override
    public String parser() {
        return "lspci";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof PciDevice d)) continue;
            view.put("slot", d.slot());
            d.model().ifPresent(m -> view.put("model", m));
            d.numaNode().ifPresent(n -> view.put("numaNode", n));
            d.iommuGroup().ifPresent(n -> view.put("iommuGroup", n));
            d.maxPayload().ifPresent(n -> view.put("maxPayload", n));
            d.maxPayloadCapable().ifPresent(n -> view.put("maxPayloadCap", n));
            d.maxReadRequest().ifPresent(n -> view.put("maxReadReq", n));
            d.relaxedOrdering().ifPresent(r -> view.put("relaxedOrdering", r));
            d.capability()
                    .ifPresent(
                            l -> {
                                view.put("lnkCapSpeedGTs", l.gigaTransfers());
                                view.put("lnkCapWidth", l.width());
                            });
            d.status()
                    .ifPresent(
                            l -> {
                                view.put("lnkStaSpeedGTs", l.gigaTransfers());
                                view.put("lnkStaWidth", l.width());
                            });
            view.put("speedDowngraded", d.speedDowngraded());
            view.put("widthDowngraded", d.widthDowngraded());
        }
        return view;
    }
}
