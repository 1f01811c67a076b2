package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A hop changes or ignores the DSCP.
@AutoService(Cause.class)
public final class DscpRewritten implements Cause {
    @Override
    public String code() {
        return "dscp-rewritten-on-hop";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> seen =
                Clues.grouped(
                        clues.of("tcpdump-tos", "tcpdump-inner-tos"),
                        e -> String.valueOf(tos(e) >> 2));
        List<LogEvent> tunnels = clues.of("switch-rewrite");
        boolean places = Clues.byDocument(clues.of("tcpdump-tos")).size() > 1;
        boolean inside =
                clues.of("tcpdump-tos").stream().anyMatch(e -> e.get("proto").startsWith("IPIP"));
        // Several classes of traffic have several values: they differ between places only when
        // one place has a value that another lacks.
        Set<Set<String>> sets = new HashSet<>();
        Clues.byDocument(clues.of("tcpdump-tos"))
                .values()
                .forEach(
                        l ->
                                sets.add(
                                        new TreeSet<>(
                                                l.stream()
                                                        .map(e -> String.valueOf(tos(e) >> 2))
                                                        .toList())));
        if (seen.size() > 1 && ((places && sets.size() > 1) || inside))
            verdict.certain(
                            seen.values().stream().map(List::getFirst).toList(),
                            "the same traffic carries DSCP "
                                    + String.join(" and ", seen.keySet())
                                    + " at different places")
                    .cites(clues.of("tcpdump-tos", "tcpdump-inner-tos"))
                    .cites(tunnels)
                    .explains("roce-traffic-class-mismatch", "roce-lossy-no-pfc");
        else if (!tunnels.isEmpty()
                && (clues.has("queue-drops") || !clues.counted("rx_prio0_packets").isEmpty()))
            verdict.possible(tunnels, "a policy on the way sets the DSCP anew")
                    .explains("roce-traffic-class-mismatch");
    }

    private static int tos(LogEvent e) {
        try {
            return Integer.parseInt(e.get("tos"), 16);
        } catch (NumberFormatException odd) {
            return 0;
        }
    }
}
