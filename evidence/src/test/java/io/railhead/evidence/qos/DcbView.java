package io.railhead.evidence.qos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

@AutoService(SampleView.class)
public final class DcbView implements SampleView {

    @Override
    public String parser() {
        return "dcb";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        throw new AssertionError("the expectation is needed");
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript, JsonNode expected) {
        Map<String, Object> view = new HashMap<>();
        List<Object> sizes = new ArrayList<>();
        List<Object> selection = new ArrayList<>();
        List<Object> share = new ArrayList<>();
        List<Object> rates = new ArrayList<>();
        for (var fact : reading.facts()) {
            switch (fact) {
                case PfcState p -> {
                    List<Boolean> on = new ArrayList<>();
                    for (int i = 0; i < 8; i++) on.add(p.priorities().orElseThrow().contains(i));
                    view.put("prioPfc", on);
                    view.put("pfcCap", Integer.valueOf(p.settings().get("pfc-cap")));
                    view.put("delay", Integer.valueOf(p.settings().get("delay")));
                    view.put("macsecBypass", "on".equals(p.settings().get("macsec-bypass")));
                }
                case PriorityMap m -> map(m, expected, view);
                case PortBuffer b when b.kind() == PortBuffer.Kind.TOTAL ->
                        view.put("totalSize", asPrinted(b.bytes().orElseThrow()));
                case PortBuffer b -> sizes.add(asPrinted(b.bytes().orElseThrow()));
                case QueueSchedule q -> {
                    selection.add(q.term());
                    share.add(q.percent().orElse(0));
                    q.limit().ifPresent(rates::add);
                }
                default -> {
                    // Trust follows from the map.
                }
            }
        }
        view.put("bufferSize", sizes);
        view.put("tcTsa", selection);
        view.put("tcBw", share);
        view.put("tcMaxrate", rates);
        return view;
    }

    private static void map(PriorityMap m, JsonNode expected, Map<String, Object> view) {
        switch (m.kind()) {
            case DSCP_TO_PRIORITY ->
                    view.put(
                            "dscpPrio",
                            expected.path("dscpPrio").isArray()
                                    ? m.entries().stream()
                                            .map(e -> List.of(e.from(), e.to()))
                                            .toList()
                                    : MlnxQosView.entries(m));
            case PRIORITY_TO_QUEUE ->
                    view.put("prioTc", m.entries().stream().map(PriorityMap.Entry::to).toList());
            case PRIORITY_TO_BUFFER ->
                    view.put(
                            "prioBuffer", m.entries().stream().map(PriorityMap.Entry::to).toList());
            case PCP_TO_PRIORITY -> throw new AssertionError(m);
        }
    }

    private static String asPrinted(long bytes) {
        return bytes % 1_048_576 == 0 ? bytes / 1_048_576 + "Mb" : bytes / 1024 + "Kb";
    }
}
