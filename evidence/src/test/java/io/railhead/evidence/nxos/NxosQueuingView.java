package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueSchedule;
import java.util.HashMap;
import java.util.Map;

@AutoService(SampleView.class)
public final class NxosQueuingView implements SampleView {

    @Override
    public String parser() {
        return "nxos-show-queuing-interface";
    }

    @Override
    public Map<String, Object> view(Reading reading, Transcript transcript) {
        Map<String, Object> view = new HashMap<>();
        Map<String, Object> buffers = map(view, "pauseBuffers");
        Map<String, Object> drops = map(view, "portDrops");
        Map<String, Object> perCos = map(view, "perCos");
        Map<String, Object> groups = map(view, "groups");
        for (var fact : reading.facts()) {
            switch (fact) {
                case QueueSchedule q -> {
                    view.put("interface", q.port());
                    Map<String, Object> group = map(groups, String.valueOf(q.queue()));
                    q.percent().ifPresent(p -> group.put("bandwidth", p));
                    q.level().ifPresent(l -> group.put("prioLevel", l));
                    q.limit().ifPresent(l -> group.put("qlimit", l));
                }
                case PortBuffer b when b.term().startsWith("drop-type") -> {
                    view.put("interface", b.port());
                    view.put("qosGroup", b.index().orElseThrow());
                    view.put("qSize", b.bytes().orElseThrow());
                    view.put("hwMtu", Integer.valueOf(b.name().replace("HW MTU ", "")));
                    view.put("dropType", b.term().replace("drop-type ", ""));
                    view.put("xon", b.xon().orElse(0));
                    view.put("xoff", b.xoff().orElse(0));
                }
                case PortBuffer b -> {
                    view.put("interface", b.port());
                    Map<String, Object> buffer =
                            map(buffers, String.valueOf(b.index().orElseThrow()));
                    buffer.put("buffSize", b.bytes().orElseThrow());
                    buffer.put("pauseThreshold", b.xoff().orElse(0));
                    buffer.put("resumeThreshold", b.xon().orElse(0));
                }
                case PriorityMap m ->
                        m.entries()
                                .forEach(
                                        e ->
                                                map(perCos, String.valueOf(e.from()))
                                                        .put("qosGroup", e.to()));
                case PfcState p -> {
                    String status = p.settings().get("Per-priority-pause status");
                    view.put("pauseRx", status.replaceAll(".*Rx \\((\\w+)\\).*", "$1"));
                    view.put("pauseTx", status.replaceAll(".*Tx \\((\\w+)\\).*", "$1"));
                }
                case QosCounter c -> counter(c, view, drops, perCos);
                default -> throw new AssertionError(fact);
            }
        }
        if (transcript.stdout().contains("slot  1")) view.put("slot", 1);
        if (transcript.stdout().contains(" [System]")) view.put("policySource", "System");
        return view;
    }

    private static void counter(
            QosCounter c,
            Map<String, Object> view,
            Map<String, Object> drops,
            Map<String, Object> perCos) {
        boolean sent = c.way() == QosCounter.Way.SENT;
        if (c.scope() == QosCounter.Scope.PRIORITY) {
            Map<String, Object> cos = map(perCos, String.valueOf(c.index().orElseThrow()));
            cos.put(sent ? "txCount" : "rxCount", c.value());
            cos.put(sent ? "txPause" : "rxPause", c.term().replaceAll(".* ", ""));
            return;
        }
        if (c.scope() == QosCounter.Scope.QUEUE && c.term().contains("cast")) {
            view.put("qosGroup", c.index().orElseThrow());
            Map<String, Object> column =
                    map(view, c.term().endsWith("Multicast") ? "multicast" : "unicast");
            String name = c.term().replaceAll(" (?:Uni|Multi)cast$", "");
            switch (name) {
                case "Tx Pkts" -> column.put("txPkts", c.value());
                case "Tx Byts" -> column.put("txBytes", c.value());
                case "WRED/AFD & Tail Drop Pkts" -> column.put("dropPkts", c.value());
                case "WRED/AFD & Tail Drop Byts" -> column.put("dropBytes", c.value());
                case "Q Depth Byts" -> column.put("qDepthBytes", c.value());
                case "WD & Tail Drop Pkts" -> column.put("wdTailDropPkts", c.value());
                default -> {
                    // Not in the expectations.
                }
            }
            return;
        }
        switch (c.term()) {
            case "TxPPP" -> view.put("txPpp", c.value());
            case "RxPPP" -> view.put("rxPpp", c.value());
            case "Hi Priority Drop Pkts" -> drops.put("hi", c.value());
            case "Low Priority Drop Pkts" -> drops.put("low", c.value());
            case "Ingress Overflow Drop Pkts" -> drops.put("overflow", c.value());
            case "Per Slice Ingress Overflow Drop Pkts" ->
                    view.put("sliceOverflowDrops", c.value());
            case "Pkts received over the port" -> view.put("rxPkts", c.value());
            case "Pkts discarded on ingress" -> view.put("ingressDiscards", c.value());
            default -> {
                // Not in the expectations.
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> in, String name) {
        return (Map<String, Object>) in.computeIfAbsent(name, k -> new HashMap<String, Object>());
    }

    @Override
    public Map<String, String> notFacts() {
        return Map.of("alsoHeaderOnly", "a box that a filter cut off behind its heading");
    }
}
