package io.railhead.evidence.qos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.DcbxState;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

@AutoService(SampleView.class)
public final class MlnxQosView implements SampleView {

    @Override
    public String parser() {
        return "mlnx_qos";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        List<Object> buffers = new ArrayList<>();
        List<Object> classes = new ArrayList<>();
        Set<String> kinds = new TreeSet<>();
        for (var fact : reading.facts()) {
            switch (fact) {
                case DcbxState d -> view.put("dcbxMode", d.term());
                case PortTrust t -> view.put("trust", t.term());
                case AssumedCable c -> view.put("cableLenMetres", c.metres());
                case PfcState p -> view.put("pfcEnabled", bits(p.priorities().orElseThrow()));
                case PriorityMap m ->
                        view.put(
                                switch (m.kind()) {
                                    case DSCP_TO_PRIORITY -> "dscpToPrio";
                                    case PRIORITY_TO_BUFFER -> "prioToBuffer";
                                    default -> "prioToTc";
                                },
                                m.kind() == PriorityMap.Kind.PRIORITY_TO_BUFFER
                                        ? m.entries().stream().map(PriorityMap.Entry::to).toList()
                                        : entries(m));
                case PortBuffer b when b.kind() == PortBuffer.Kind.TOTAL ->
                        view.put("maxBufferBytes", b.bytes().orElseThrow());
                case PortBuffer b -> buffers.add(b.bytes().orElseThrow());
                case QueueSchedule q -> {
                    Map<String, Object> tc = new HashMap<>();
                    tc.put("tc", q.queue());
                    tc.put("tsa", q.term());
                    if (q.percent().isPresent()) tc.put("bwPercent", q.percent().getAsInt());
                    tc.put("priorities", new ArrayList<>(q.priorities()));
                    classes.add(tc);
                    kinds.add(q.term());
                }
                default -> throw new AssertionError(fact);
            }
        }
        view.put("receiveBufferBytes", buffers);
        view.put("tcs", classes);
        if (kinds.size() == 1) view.put("tsaAll", kinds.iterator().next());
        return view;
    }

    static Map<String, Object> entries(PriorityMap m) {
        Map<String, Object> entries = new LinkedHashMap<>();
        m.entries().forEach(e -> entries.put(String.valueOf(e.from()), e.to()));
        return entries;
    }

    private static List<Integer> bits(Set<Integer> on) {
        List<Integer> bits = new ArrayList<>();
        for (int p = 0; p < 8; p++) bits.add(on.contains(p) ? 1 : 0);
        return bits;
    }
}
