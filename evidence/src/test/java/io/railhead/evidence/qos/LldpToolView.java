package io.railhead.evidence.qos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

@AutoService(SampleView.class)
public final class LldpToolView implements SampleView {

    @Override
    public String parser() {
        return "lldptool";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        Map<String, Object> ets = new HashMap<>();
        List<Object> share = new ArrayList<>();
        List<Object> selection = new ArrayList<>();
        List<Object> apps = new ArrayList<>();
        for (var fact : reading.facts()) {
            switch (fact) {
                case PfcState p -> {
                    Map<String, Object> pfc = new HashMap<>();
                    pfc.put("willing", p.willing().orElseThrow());
                    pfc.put("macsecBypass", "yes".equals(value(p, "MACsec Bypass Capable")));
                    pfc.put("cap", Integer.valueOf(value(p, "PFC capable traffic classes")));
                    pfc.put("enabled", new ArrayList<>(p.priorities().orElseThrow()));
                    view.putAll(pfc);
                    view.put("pfc", pfc);
                }
                case PriorityMap m ->
                        ets.put(
                                "prioMap",
                                m.entries().stream().map(PriorityMap.Entry::to).toList());
                case QueueSchedule q -> {
                    selection.add(q.term());
                    share.add(q.percent().orElse(0));
                }
                case LldpAnnouncement a -> {
                    view.put("ttl", Integer.valueOf(a.settings().get("Time to Live TLV")));
                    ets.put("willing", "yes".equals(a.settings().get("ETS Willing")));
                    ets.put("maxTcs", Integer.valueOf(a.settings().get("ETS MAX_TCS")));
                }
                case AppPriority a -> {
                    Map<String, Object> app = new HashMap<>();
                    app.put("priority", a.priority());
                    app.put("sel", Integer.valueOf(a.term().substring(4)));
                    if (a.selector() == AppPriority.Selector.TCP) app.put("tcpPort", a.protocol());
                    else app.put("ethertype", "0x%04x".formatted(a.protocol()));
                    apps.add(app);
                }
                default -> throw new AssertionError(fact);
            }
        }
        ets.put("tcBw", share);
        ets.put("tsa", selection);
        view.put("ets", ets);
        view.put("etsReco", ets);
        view.put("apps", apps);
        return view;
    }

    private static String value(PfcState p, String name) {
        return p.settings().getOrDefault(name, "");
    }
}
