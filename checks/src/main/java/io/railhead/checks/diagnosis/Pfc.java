package io.railhead.checks.diagnosis;

import io.railhead.checks.lossless.LinkEnds;
import io.railhead.model.fact.End;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PriorityMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Priorities, DSCPs and what tools print of them.
final class Pfc {
    private Pfc() {}

    /// Whether some host has PFC on for some priority: as a tool's output was read, else as a line
    /// tells that no parser reads (esxcli).
    static boolean hostOn(Clues clues) {
        return clues.all(PfcState.class).stream()
                        .filter(Pfc::isOfHost)
                        .anyMatch(p -> !p.lossless().orElse(Set.of()).isEmpty())
                || clues.has("pfc-some")
                || !clues.where("pfc-enabled-row", e -> e.get("bits").contains("1")).isEmpty();
    }

    /// The priorities on which hosts have PFC.
    static Set<Integer> ofHosts(Clues clues) {
        Set<Integer> on = new TreeSet<>();
        clues.all(PfcState.class).stream()
                .filter(Pfc::isOfHost)
                .forEach(p -> on.addAll(p.lossless().orElse(Set.of())));
        return on;
    }

    private static boolean isOfHost(PfcState p) {
        return p.end() == End.OWN && !LinkEnds.isSwitchPort(p.port()) && p.running().isEmpty();
    }

    /// Whether a DSCP falls into no lossless priority at a host whose map and PFC were both read;
    /// absent when no host tells both.
    private static Optional<Boolean> outsideAtHost(Clues clues, int dscp) {
        for (String machine : clues.facts().machines()) {
            Set<Integer> on = new TreeSet<>();
            clues.facts().of(machine, PfcState.class).stream()
                    .filter(Pfc::isOfHost)
                    .forEach(p -> on.addAll(p.lossless().orElse(Set.of())));
            for (PriorityMap map : clues.facts().of(machine, PriorityMap.class)) {
                if (map.kind() != PriorityMap.Kind.DSCP_TO_PRIORITY
                        || map.end() != End.OWN
                        || LinkEnds.isSwitchPort(map.port())
                        || on.isEmpty()) continue;
                OptionalInt priority = map.target(dscp);
                if (priority.isPresent()) return Optional.of(!on.contains(priority.getAsInt()));
            }
        }
        return Optional.empty();
    }

    /// Priorities that are on, of `0 0 0 1 …`, `0:off … 3:on`, `3, 4`.
    static Set<Integer> priorities(LogEvent e) {
        Set<Integer> on = new TreeSet<>();
        String bits = e.get("bits");
        if (bits.contains(":")) {
            for (String part : bits.strip().split("\\s+")) {
                if (part.endsWith(":on")) digit(part.charAt(0), on);
            }
        } else if (!bits.isEmpty()) {
            String[] parts = bits.strip().split("\\s+");
            for (int p = 0; p < parts.length; p++) if (parts[p].equals("1")) on.add(p);
        } else {
            for (char c : e.get("list").toCharArray()) digit(c, on);
        }
        return on;
    }

    private static void digit(char c, Set<Integer> into) {
        if (c >= '0' && c <= '7') into.add(c - '0');
    }

    /// Priorities of the bitmap that NX-OS prints: `8` is 3, `18` is 3 and 4.
    static Set<Integer> ofBitmap(String hex) {
        Set<Integer> on = new TreeSet<>();
        try {
            int bits = Integer.parseInt(hex, 16);
            for (int p = 0; p < 8; p++) if ((bits >> p & 1) == 1) on.add(p);
        } catch (NumberFormatException odd) {
            return on;
        }
        return on;
    }

    static String list(Set<Integer> priorities) {
        return priorities.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /// Pause counters of these priorities that stand at zero although PFC is on for them.
    static List<LogEvent> quietPauses(Clues clues, Set<Integer> on) {
        List<LogEvent> quiet = new ArrayList<>();
        for (int p : on) {
            for (String name : List.of("tx_prio" + p + "_pause", "rx_prio" + p + "_pause")) {
                clues.counters(name).stream()
                        .filter(e -> Clues.number(e, "value").orElse(1) == 0)
                        .forEach(quiet::add);
            }
        }
        return quiet;
    }

    /// The largest of a row of numbers, thousands parted by commas.
    static long most(String row) {
        long most = 0;
        for (String word : row.strip().split("\\s+")) {
            String digits = word.replace(",", "");
            if (digits.isEmpty() || digits.length() > 18) continue;
            try {
                most = Math.max(most, Long.parseLong(digits));
            } catch (NumberFormatException odd) {
                continue;
            }
        }
        return most;
    }

    /// The DSCP of a traffic class byte; -1 when it is no number.
    static int dscp(String trafficClass) {
        try {
            return Integer.parseInt(trafficClass) >> 2;
        } catch (NumberFormatException odd) {
            return -1;
        }
    }

    /// Whether a traffic class looks like a DSCP that was not shifted: 26 and not 104.
    static boolean isDscpItself(String trafficClass) {
        try {
            int value = Integer.parseInt(trafficClass);
            return value > 0 && value < 64 && (value & 3) != 0;
        } catch (NumberFormatException odd) {
            return false;
        }
    }

    /// The DSCP of a ToS byte in hexadecimal digits; -2 when it is no number.
    static int dscpOfHex(String tos) {
        try {
            return Integer.parseInt(tos, 16) >> 2;
        } catch (NumberFormatException odd) {
            return -2;
        }
    }

    /// Whether a traffic class falls into no lossless priority, as far as host or switch tell.
    static boolean outside(Clues clues, String trafficClass) {
        int dscp = dscp(trafficClass);
        if (dscp < 0) return false;
        Optional<Boolean> atHost = outsideAtHost(clues, dscp);
        if (atHost.isPresent()) return atHost.get();
        Set<Integer> on = new TreeSet<>();
        clues.of("pfc-enabled-row", "pfc-some").forEach(e -> on.addAll(priorities(e)));
        List<LogEvent> maps = clues.of("mlnx-dscp2prio");
        for (LogEvent map : maps) {
            for (String d : map.get("dscps").split(",")) {
                if (!d.isEmpty() && d.length() < 3 && Integer.parseInt(d) == dscp) {
                    return !on.isEmpty() && !on.contains((int) Clues.number(map, "prio").orElse(0));
                }
            }
        }
        List<LogEvent> classes = clues.of("switch-match-dscp");
        return !classes.isEmpty() && classes.stream().noneMatch(c -> covers(c.get("dscps"), dscp));
    }

    /// Whether a list such as `24-26,48` or `cs6` holds a DSCP.
    static boolean covers(String list, int dscp) {
        for (String part : list.strip().split("[,\\s]+")) {
            try {
                int dash = part.indexOf('-');
                if (dash > 0) {
                    int low = Integer.parseInt(part.substring(0, dash));
                    int high = Integer.parseInt(part.substring(dash + 1));
                    if (dscp >= low && dscp <= high) return true;
                } else if (part.toLowerCase(java.util.Locale.ROOT).startsWith("cs")) {
                    if (Integer.parseInt(part.substring(2)) * 8 == dscp) return true;
                } else if (Integer.parseInt(part) == dscp) {
                    return true;
                }
            } catch (NumberFormatException odd) {
                continue;
            }
        }
        return false;
    }
}
