package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PingResult;
import java.util.HashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class PingView implements SampleView {

    @Override
    public String parser() {
        return "ping";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof PingResult p)) continue;
            view.put("sent", p.sent());
            view.put("received", p.received());
            view.put(
                    "lossPercent",
                    p.sent() == 0 ? 0 : 100.0 * (p.sent() - p.received()) / p.sent());
            p.minMillis().ifPresent(v -> view.put("min", v));
            p.avgMillis().ifPresent(v -> view.put("avg", v));
            p.maxMillis().ifPresent(v -> view.put("max", v));
            p.mdevMillis().ifPresent(v -> view.put("mdev", v));
            p.payload().ifPresent(v -> view.put("payload", v));
        }
        return view;
    }
}
