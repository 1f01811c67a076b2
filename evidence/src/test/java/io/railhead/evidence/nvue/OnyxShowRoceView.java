package io.railhead.evidence.nvue;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.ServicePolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

@AutoService(SampleView.class)
public final class OnyxShowRoceView implements SampleView {

    @Override
    public String parser() {
        return "onyx-show-roce";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        List<Object> classes = new ArrayList<>();
        for (var fact : reading.facts()) {
            switch (fact) {
                case ServicePolicy p -> view.put("mode", p.policy());
                case PortTrust t -> view.put("trust", t.term());
                case AppPriority a ->
                        view.put(
                                "appTlv",
                                Map.of(
                                        "selector",
                                        a.selector().name().toLowerCase(Locale.ROOT),
                                        "protocol",
                                        a.protocol(),
                                        "priority",
                                        a.priority()));
                case QueueEcn q -> {
                    view.put("ecnMinKB", q.min().orElseThrow().value() / 1000);
                    view.put("ecnMaxKB", q.max().orElseThrow().value() / 1000);
                }
                case PfcState p ->
                        view.put("pfcPriorities", new ArrayList<>(p.priorities().orElseThrow()));
                case QueueSchedule q -> {
                    int priority = q.priorities().iterator().next();
                    classes.add(
                            Map.of(
                                    "sp",
                                    priority,
                                    "tc",
                                    q.queue(),
                                    "app",
                                    priority == 3 ? "RoCE" : "CNP",
                                    "ets",
                                    q.term()));
                }
                default -> {
                    // Maps and pools are not in the expectation.
                }
            }
        }
        view.put("tcs", classes);
        view.put("exceptions", List.of());
        return view;
    }
}
