package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.BitSet;

/// Lists of CPUs, and temperatures in the units that tools print.
final class Cpus {
    /// No machine has more.
    private static final int MOST = 1 << 16;

    private Cpus() {}

    /// Whether no CPU of the first list stands in the second: `0`, `12-23` and `48 49 50`.
    static boolean outside(String list, String of) {
        BitSet cpus = set(list);
        return !cpus.isEmpty() && !cpus.intersects(set(of));
    }

    private static BitSet set(String list) {
        BitSet cpus = new BitSet();
        for (String part : list.strip().split("[,\\s]+")) {
            int dash = part.indexOf('-');
            try {
                int low = Integer.parseInt(dash > 0 ? part.substring(0, dash) : part);
                int high = dash > 0 ? Integer.parseInt(part.substring(dash + 1)) : low;
                if (low >= 0 && low <= high && high < MOST) cpus.set(low, high + 1);
            } catch (NumberFormatException odd) {
                continue;
            }
        }
        return cpus;
    }

    /// Degrees Celsius of `celsius`, `milli` or `kelvin`; 0 when the event has none of them.
    static long celsius(LogEvent e) {
        if (Clues.number(e, "celsius").isPresent()) return Clues.number(e, "celsius").orElse(0);
        if (Clues.number(e, "milli").isPresent()) return Clues.number(e, "milli").orElse(0) / 1000;
        return Clues.number(e, "kelvin").isPresent()
                ? Clues.number(e, "kelvin").orElse(0) - 273
                : 0;
    }
}
