package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/// A switch port has no ingress buffer without loss for the priority that the host uses.
@AutoService(Check.class)
public final class SwitchNoDropClassMissing implements CableCheck {

    @Override
    public String code() {
        return "switch-nodrop-class-missing";
    }

    @Override
    public Set<Class<? extends Fact>> ofEnds() {
        return Set.of(PriorityMap.class, PortBuffer.class);
    }

    @Override
    public void look(Cables cable, Survey survey) {
        OptionalInt priority = cable.priorityOrNote(survey);
        List<PortBuffer> buffers = cable.leaf().ingress();
        if (priority.isEmpty()
                || !cable.read(survey, !buffers.isEmpty(), "the ingress buffer", cable.leaf())) {
            return;
        }
        OptionalInt group = group(cable.leaf(), priority.getAsInt());
        if (buffers.stream().noneMatch(b -> serves(b, priority.getAsInt(), group))) {
            survey.error(cable.subject())
                    .says(
                            "no ingress buffer of "
                                    + cable.leaf().name()
                                    + " is without loss for priority "
                                    + priority.getAsInt())
                    .because(
                            "the switch has no no-drop class for it, so there is no headroom"
                                    + " to catch what arrives after a pause")
                    .fix(
                            "a no-drop class for priority "
                                    + priority.getAsInt()
                                    + ": on NX-OS `pause pfc-cos "
                                    + priority.getAsInt()
                                    + "` in a network-qos policy under `system qos`")
                    .cites(buffers.subList(0, Math.min(3, buffers.size())))
                    .cites(cable.nic().pfc().stream().toList())
                    .explains(
                            "switch-config-drift",
                            "pfc-one-side-only",
                            "pfc-not-negotiated",
                            "roce-lossy-no-pfc",
                            "rdma-loss-counters")
                    .report();
            return;
        }
        // What is shown may still run; what is set holds from the next change or restart.
        List<PortBuffer> set = cable.leaf().ingressOfSwitch();
        if (set.isEmpty() || set.stream().anyMatch(b -> serves(b, priority.getAsInt(), group))) {
            return;
        }
        survey.error(cable.leaf().machine())
                .says(
                        "the configuration has no class without loss for priority "
                                + priority.getAsInt())
                .because("what its ports show was set before, and goes at the next restart")
                .fix("a no-drop class for the priority, and applied: `railhead plan`")
                .cites(set.subList(0, Math.min(3, set.size())))
                .explains("switch-config-drift")
                .report();
    }

    /// Of a class that the switch's own configuration means: a port that pauses its priority, and
    /// keeps its packets in a buffer like any other.
    static void contradicts(PortOfPath port, Survey survey) {
        int priority = port.priority();
        List<PortBuffer> buffers = port.port().ingress();
        boolean pauses = port.port().lossless().orElse(Set.of()).contains(priority);
        OptionalInt group = group(port.port(), priority);
        if (!pauses
                || buffers.isEmpty()
                || buffers.stream().anyMatch(b -> serves(b, priority, group))) return;
        survey.error(port.name())
                .says(
                        "PFC is on for priority "
                                + priority
                                + ", and no ingress buffer is without loss for it")
                .because("without headroom what arrives after a pause is dropped")
                .fix(
                        "a lossless buffer for priority "
                                + priority
                                + ": on SONiC a pg_lossless profile in BUFFER_PG for the priority"
                                + " group that TC_TO_PRIORITY_GROUP_MAP leads it into")
                .cites(buffers.subList(0, Math.min(3, buffers.size())))
                .cites(port.port().pfc().stream().toList())
                .explains("roce-lossy-no-pfc", "rdma-loss-counters", "pfc-headroom-too-small")
                .report();
    }

    /// The number that the switch's buffers count by: a QoS group of NX-OS need not be the
    /// priority, so without a map from one to the other there is none.
    private static OptionalInt group(ClassOfPort leaf, int priority) {
        return leaf.map(PriorityMap.Kind.PRIORITY_TO_QUEUE)
                .map(m -> m.target(priority))
                .orElse(OptionalInt.empty());
    }

    /// A buffer that names neither priorities nor a number that can be told serves all.
    private static boolean serves(PortBuffer b, int priority, OptionalInt group) {
        if (!b.lossless().orElse(false)) return false;
        if (!b.priorities().isEmpty()) return b.priorities().contains(priority);
        return b.kind() != PortBuffer.Kind.INGRESS
                || b.index().isEmpty()
                || group.isEmpty()
                || b.index().getAsInt() == group.getAsInt();
    }
}
