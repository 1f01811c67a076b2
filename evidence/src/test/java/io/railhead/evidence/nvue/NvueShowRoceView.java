package io.railhead.evidence.nvue;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.ServicePolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

@AutoService(SampleView.class)
public final class NvueShowRoceView implements SampleView {

    private static final Map<String, String> COUNTERS =
            Map.of(
                    "rx-stats/rx-non-roce-stats/non-roce-packets", "nonRocePackets",
                    "rx-stats/rx-non-roce-stats/no-buffer-discard", "noBufferDiscardNonRoce",
                    "rx-stats/rx-roce-stats/no-buffer-discard", "noBufferDiscardRoce",
                    "rx-stats/rx-pfc-stats/pause-packets", "pausePackets",
                    "tx-stats/tx-ecn-stats/ecn-marked-packets", "ecnMarked",
                    "tx-stats/tx-pfc-stats/pause-packets", "pausePackets",
                    "tx-stats/tx-roce-stats/roce-packets", "rocePackets",
                    "tx-stats/tx-roce-stats/unicast-no-buffer-discard",
                            "unicastNoBufferDiscardRoce",
                    "tx-stats/tx-cnp-stats/cnp-packets", "cnpPackets");

    @Override
    public String parser() {
        return "nvue-show-qos-roce";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        Map<String, Object> spToTc = map(view, "spToTc");
        for (var fact : reading.facts()) {
            switch (fact) {
                case ServicePolicy p -> {
                    view.put("mode", p.policy());
                    if (p.settings().containsKey("enable"))
                        view.put("enable", p.settings().get("enable"));
                }
                case AssumedCable c -> view.put("cableLength", c.metres());
                case PfcState p -> {
                    view.put("pfcPriority", p.priorities().orElseThrow().iterator().next());
                    view.put("rxEnabled", Boolean.valueOf(p.settings().get("rx-enabled")));
                    view.put("txEnabled", Boolean.valueOf(p.settings().get("tx-enabled")));
                }
                case QueueEcn q -> {
                    view.put("congestionMode", q.term());
                    view.put("enabledTc", new ArrayList<>(q.queues()));
                    q.min().ifPresent(m -> view.put("minThreshold", m.words()));
                    q.min().ifPresent(m -> view.put("minThresholdBytes", m.value()));
                    q.max().ifPresent(m -> view.put("maxThreshold", m.words()));
                    q.max().ifPresent(m -> view.put("maxThresholdBytes", m.value()));
                    q.percent().ifPresent(p -> view.put("probability", p.value()));
                }
                case PortTrust t -> view.put("trust", List.of(t.term().split(",")));
                case PriorityMap m -> priorities(m, view, spToTc);
                case QueueSchedule q -> {
                    String name = q.priorities().contains(6) ? "cnp" : "roce";
                    if (q.priorities().contains(6) || q.priorities().contains(3))
                        map(view, name).put("scheduler", q.term());
                }
                case PortBuffer b ->
                        map(map(view, "pools"), b.name())
                                .putAll(
                                        Map.of(
                                                "current", printed(b.used().orElse(0)),
                                                "max", printed(b.most().orElse(0))));
                case QosCounter c -> counter(c, view);
                default -> {
                    // The announced application priority is not in the expectations.
                }
            }
        }
        view.put("exceptions", List.of());
        return view;
    }

    private static void priorities(
            PriorityMap m, Map<String, Object> view, Map<String, Object> spToTc) {
        for (PriorityMap.Entry e : m.entries()) {
            if (m.kind() == PriorityMap.Kind.PRIORITY_TO_QUEUE) {
                spToTc.put(String.valueOf(e.from()), e.to());
            }
            if (e.to() != 3 && e.to() != 6) continue;
            Map<String, Object> of = map(view, e.to() == 6 ? "cnp" : "roce");
            switch (m.kind()) {
                case DSCP_TO_PRIORITY -> {
                    of.put("dscp", e.from());
                    of.put("switchPrio", e.to());
                }
                case PCP_TO_PRIORITY -> of.put("pcp", e.from());
                case PRIORITY_TO_QUEUE -> of.put("tc", e.to());
                case PRIORITY_TO_BUFFER -> throw new AssertionError(m);
            }
        }
        if (m.kind() == PriorityMap.Kind.DSCP_TO_PRIORITY) {
            for (int dscp : List.of(26, 48)) {
                OptionalInt to = m.target(dscp);
                if (to.isPresent()) view.put("dscp" + dscp + "SwitchPrio", to.getAsInt());
            }
        }
    }

    private static void counter(QosCounter c, Map<String, Object> view) {
        Map<String, Object> way = map(view, c.way() == QosCounter.Way.SENT ? "tx" : "rx");
        String name = COUNTERS.get(c.term());
        if (name != null) way.put(name, c.value());
        // Printed in powers of 1024 with two decimals.
        if (c.term().equals("tx-stats/tx-roce-stats/roce-bytes"))
            way.put("roceBytes", "%.2f GB".formatted(c.value() / 1073741824.0));
    }

    private static String printed(long bytes) {
        return "%.2f MB".formatted(bytes / 1048576.0);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> in, String name) {
        return (Map<String, Object>) in.computeIfAbsent(name, k -> new HashMap<String, Object>());
    }
}
