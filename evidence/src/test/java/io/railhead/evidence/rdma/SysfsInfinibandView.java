package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.RdmaPortState;
import io.railhead.model.fact.RdmaSysfs;
import java.util.LinkedHashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class SysfsInfinibandView implements SampleView {

    @Override
    public String parser() {
        return "sysfs-infiniband";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new LinkedHashMap<>();
        for (var fact : reading.facts()) {
            if (fact instanceof RdmaSysfs d) {
                view.putAll(d.values());
                Map<String, Object> device = new LinkedHashMap<>();
                d.pciAddress().ifPresent(p -> device.put("pci", p));
                d.numaNode().ifPresent(n -> device.put("numa", n));
                view.put(d.device(), device);
            }
            if (fact instanceof RdmaPortState p
                    && view.get(p.device()) instanceof Map<?, ?> known) {
                Map<String, Object> device = new LinkedHashMap<>();
                known.forEach((k, v) -> device.put((String) k, v));
                device.put("state", p.stateNumber());
                device.put("stateName", p.state());
                p.physicalNumber().ifPresent(n -> device.put("phys", n));
                p.physicalState().ifPresent(n -> device.put("physName", n));
                view.put(p.device(), device);
            }
        }
        return view;
    }
}
