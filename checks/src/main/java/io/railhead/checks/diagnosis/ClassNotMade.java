package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A configuration of NX-OS by itself: ports that pause, or buffers that are made for a pause, and
/// no class without loss in the network-qos policy that is applied.
final class ClassNotMade {
    private static final String[] EXPLAINS = {
        "pfc-one-side-only",
        "pfc-not-negotiated",
        "pfc-config-not-applied",
        "roce-lossy-no-pfc",
        "rdma-loss-counters",
        "rdma-retry-exceeded"
    };

    private ClassNotMade() {}

    static void look(Clues clues, Verdict verdict) {
        for (String machine : clues.facts().machines()) {
            List<PortBuffer> buffers =
                    clues.facts().of(machine, PortBuffer.class).stream()
                            .filter(b -> b.kind() == PortBuffer.Kind.INGRESS)
                            .filter(b -> b.port().isEmpty())
                            .toList();
            Set<String> documents = new LinkedHashSet<>();
            buffers.forEach(b -> documents.add(b.source().document()));
            for (String d : documents) {
                List<PortBuffer> classes =
                        buffers.stream()
                                .filter(b -> b.source().document().equals(d))
                                .filter(b -> b.lossless().isPresent())
                                .toList();
                List<PortBuffer> kept =
                        buffers.stream()
                                .filter(b -> b.source().document().equals(d))
                                .filter(b -> b.term().equals("pause buffer-size"))
                                .filter(b -> b.bytes().orElse(0) > 0)
                                .toList();
                if (classes.isEmpty()) continue;
                look(clues, machine, d, classes, kept, verdict);
            }
        }
    }

    private static void look(
            Clues clues,
            String machine,
            String document,
            List<PortBuffer> classes,
            List<PortBuffer> kept,
            Verdict verdict) {
        boolean none = classes.stream().noneMatch(c -> c.lossless().orElse(false));
        List<PfcState> on =
                clues.facts().of(machine, PfcState.class).stream()
                        .filter(p -> p.source().document().equals(document))
                        .filter(p -> p.running().isEmpty() && p.term().endsWith("mode on"))
                        .filter(p -> p.mode().filter(m -> m == PfcState.Mode.ON).isPresent())
                        .toList();
        List<LogEvent> unapplied =
                classes.getFirst().term().startsWith("defined, and not applied")
                        ? clues.where("nodrop-class", e -> e.source().document().equals(document))
                        : List.of();
        if (none && !(on.isEmpty() && unapplied.isEmpty())) {
            Suspicion s =
                    verdict.certain(
                            List.of(),
                            unapplied.isEmpty()
                                    ? "PFC is on at "
                                            + on.getFirst().port()
                                            + ", and the network-qos policy has no class without"
                                            + " drop"
                                    : "the network-qos policy with the class without drop is"
                                            + " applied nowhere: `system qos` does not name it");
            classes.stream().limit(3).forEach(s::cites);
            s.cites(unapplied);
            on.stream().limit(3).forEach(s::cites);
            s.explains(EXPLAINS);
            return;
        }
        List<PortBuffer> without = new ArrayList<>(kept);
        without.removeIf(
                b ->
                        classes.stream()
                                .anyMatch(
                                        c ->
                                                c.lossless().orElse(false)
                                                        && (c.index().isEmpty()
                                                                || c.index().equals(b.index()))));
        if (without.isEmpty()) return;
        Suspicion s =
                verdict.certain(
                        List.of(),
                        "group "
                                + without.getFirst().index().orElse(0)
                                + " keeps a buffer for pause (%s), and is no class without drop"
                                        .formatted(without.getFirst().term()));
        without.stream().limit(3).forEach(s::cites);
        classes.stream().limit(3).forEach(s::cites);
        s.explains(EXPLAINS);
    }
}
