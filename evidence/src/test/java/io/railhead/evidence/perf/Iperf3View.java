package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.IperfRun;
import java.util.HashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class Iperf3View implements SampleView {

    @Override
    public String parser() {
        return "iperf3";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof IperfRun r)) continue;
            view.put("protocol", r.protocol());
            view.put("streams", r.streams());
            view.put("intervals", r.intervals().size());
            r.version().ifPresent(v -> view.put("version", v));
            r.sent().ifPresent(v -> view.put("sentBps", v.bitsPerSecond()));
            r.sent().ifPresent(v -> view.put("bps", v.bitsPerSecond()));
            r.received().ifPresent(v -> view.put("receivedBps", v.bitsPerSecond()));
            r.retransmits().ifPresent(v -> view.put("retransmits", v));
            r.congestion().ifPresent(v -> view.put("congestion", v));
            r.mss().ifPresent(v -> view.put("mss", v));
            r.jitterMillis().ifPresent(v -> view.put("jitterMs", v));
            r.lostPackets().ifPresent(v -> view.put("lostPackets", v));
            r.packets().ifPresent(v -> view.put("packets", v));
            r.error().ifPresent(v -> view.put("error", v));
            if (r.packets().isPresent() && r.lostPackets().isPresent()) {
                double packets = r.packets().getAsLong();
                view.put("lostPercent", 100 * r.lostPackets().getAsLong() / packets);
            }
        }
        return view;
    }
}
