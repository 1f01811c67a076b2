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
        // Every hop takes one from the time to live: packets with less of it were seen further on.
        boolean hops =
                Clues.grouped(
                                        clues.where("tcpdump-tos", e -> !e.get("ttl").isEmpty()),
                                        e -> e.get("ttl") + " " + (tos(e) >> 2))
                                .size()
                        > 1;
        if (hops && ttls(clues) < 2) hops = false;
        if (seen.size() > 1 && ((places && sets.size() > 1) || inside || hops))
            verdict.certain(
                            seen.values().stream().map(List::getFirst).toList(),
                            "the same traffic carries DSCP "
                                    + String.join(" and ", seen.keySet())
                                    + " at different places")
                    .cites(clues.of("tcpdump-tos", "tcpdump-inner-tos"))
                    .cites(tunnels)
                    .explains("roce-traffic-class-mismatch", "roce-lossy-no-pfc");
        else if (!moved(clues).isEmpty())
            verdict.likely(
                            moved(clues),
                            "what one host sends in a priority of its own, another receives in"
                                    + " priority 0")
                    .cites(tunnels)
                    .explains(
                            "roce-traffic-class-mismatch",
                            "roce-lossy-no-pfc",
                            "rdma-retry-exceeded");
        else if (!tunnels.isEmpty()
                && (clues.has("queue-drops") || !clues.counted("rx_prio0_packets").isEmpty()))
            verdict.possible(tunnels, "a policy on the way sets the DSCP anew")
                    .explains("roce-traffic-class-mismatch");
    }

    /// Packets that left in one priority and came in priority 0, at hosts that both trust the DSCP.
    private static List<LogEvent> moved(Clues clues) {
        List<LogEvent> trust = clues.of("mlnx-trust");
        if (trust.stream().anyMatch(e -> !Clues.is(e, "trust", "dscp"))) return List.of();
        for (int p = 1; p < 8; p++) {
            for (LogEvent sent : clues.counted("tx_prio" + p + "_packets")) {
                for (LogEvent none : clues.counters("rx_prio" + p + "_packets")) {
                    if (clues.who(none).equals(clues.who(sent))
                            || Clues.number(none, "value").orElse(1) != 0
                            || Clues.number(sent, "value").orElse(0) < 100_000) continue;
                    for (LogEvent zero : clues.counted("rx_prio0_packets")) {
                        if (clues.who(zero).equals(clues.who(none))
                                && Clues.number(zero, "value").orElse(0) > 100_000)
                            return List.of(sent, none, zero);
                    }
                }
            }
        }
        return List.of();
    }

    private static int ttls(Clues clues) {
        return Clues.grouped(
                        clues.where("tcpdump-tos", e -> !e.get("ttl").isEmpty()), e -> e.get("ttl"))
                .size();
    }

    private static int tos(LogEvent e) {
        try {
            return Integer.parseInt(e.get("tos"), 16);
        } catch (NumberFormatException odd) {
            return 0;
        }
    }
}
