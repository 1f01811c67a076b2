package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.EthtoolLink;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

@AutoService(SampleView.class)
public final class EthtoolView implements SampleView {
    /// Keys for which the recorded expectations hold whether the text is «Yes», also where the tool
    /// prints `on` or a list: that is how the project they come from (jc) reads them.
    private static final Set<String> WHETHER_YES =
            Set.of(
                    "supports_auto_negotiation",
                    "advertised_pause_frame_use",
                    "advertised_auto_negotiation",
                    "auto_negotiation");

    @Override
    public String parser() {
        return "ethtool";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        for (var fact : reading.facts()) {
            if (!(fact instanceof EthtoolLink link)) continue;
            link.settings()
                    .forEach(
                            (k, v) -> {
                                String key = key(k);
                                boolean yes = v.equals("Yes");
                                view.put(key, WHETHER_YES.contains(key) ? (Object) yes : v);
                            });
            view.put("name", link.interfaceName());
            link.linkDetected().ifPresent(d -> view.put("link_detected", d));
            link.speed().ifPresent(s -> view.put("speed_bps", s.bitsPerSecond()));
        }
        return view;
    }

    /// `Supports Wake-on` to `supports_wake_on`.
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceAll("^_|_$", "");
    }
}
