package io.railhead.checks.diagnosis;

import io.railhead.model.fact.PfcState;
import java.util.List;
import java.util.Map;

/// A configuration lists priorities for PFC at ports where it is off: nothing pauses.
final class PfcListed {
    private PfcListed() {}

    static void look(Clues clues, Verdict verdict) {
        List<PfcState> listed =
                clues.all(PfcState.class).stream()
                        .filter(p -> p.settings().containsKey(PfcState.WITHOUT_EFFECT))
                        .toList();
        if (listed.isEmpty()) return;
        PfcState first = listed.getFirst();
        String priorities = first.settings().getOrDefault(PfcState.WITHOUT_EFFECT, "");
        boolean several = priorities.contains(",");
        boolean nvue = first.term().startsWith("roce lossy");
        boolean all = first.term().startsWith("priority-flow-control all off");
        Map<Boolean, String> why =
                Map.of(
                        true,
                        "RoCE is in mode lossy, in which no priority pauses",
                        false,
                        all
                                ? "«priority-flow-control all off» stops it at every port"
                                : "PFC is off at "
                                        + first.port()
                                        + ": «priority-flow-control on» is missing");
        Suspicion s =
                verdict.certain(
                        List.of(),
                        (several ? "priorities " : "priority ")
                                + priorities.replace(",", ", ")
                                + (several ? " are" : " is")
                                + " listed for PFC, and "
                                + why.get(nvue));
        listed.stream().limit(4).forEach(s::cites);
        s.fix(
                        nvue
                                ? "  nv set qos roce mode lossless\n  nv config apply"
                                : all
                                        ? "  no priority-flow-control all off"
                                        : "At the port or its QoS profile:\n"
                                                + "  priority-flow-control on\n"
                                                + "  priority-flow-control priority "
                                                + priorities.replaceFirst(",.*", "")
                                                + " no-drop")
                .explains("roce-lossy-no-pfc", "pfc-one-side-only", "switch-nodrop-class-missing");
    }
}
