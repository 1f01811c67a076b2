package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A cable or connector breaks the signal of an InfiniBand link.
@AutoService(Cause.class)
public final class IbBadCable implements Cause {
    /// Receive and symbol errors, as sysfs, perfquery, ibqueryerrors and ibdiagnet name them.
    private static final Set<String> SIGNAL =
            Set.of("symbolerror", "portrcverror", "rcverror", "portsymbolerror");

    private static final Set<String> RECOVERY =
            Set.of(
                    "portrcvremotephysicalerror",
                    "rcvremotephyserror",
                    "linkerrorrecovery",
                    "linkrecover",
                    "locallinkintegrityerror",
                    "linkintegrityerror");

    @Override
    public String code() {
        return "ib-link-errors-bad-cable";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> bad = new ArrayList<>();
        for (LogEvent e : clues.of("counter", "counter-row", "ib-counter")) {
            long value = value(e);
            String name = plain(e.get("name"));
            // A few symbol errors are what every link has now and then.
            if (SIGNAL.contains(name) && value >= 100 || RECOVERY.contains(name) && value > 0)
                bad.add(e);
        }
        if (bad.stream().anyMatch(e -> value(e) >= 10)) {
            verdict.certain(
                            bad,
                            "the port counts symbol errors and link recoveries: the signal on the cable is bad")
                    .cites(clues.counted("LinkDownedCounter", "link_downed"))
                    .explains("link-flapping", "rdma-retry-exceeded", "link-high-ber");
        } else if (clues.has("cable-error")) {
            verdict.likely(clues.of("cable-error"), "the port reports a bad cable or module")
                    .explains("rdma-port-down", "rdma-retry-exceeded");
        }
    }

    /// Decimal, or hexadecimal as ibdiagnet prints it.
    private static long value(LogEvent e) {
        String value = e.get("value");
        if (!value.startsWith("0x")) return Clues.number(e, "value").orElse(0);
        try {
            return Long.parseUnsignedLong(value.substring(2), 16);
        } catch (NumberFormatException odd) {
            return 0;
        }
    }

    /// `symbolerror` of `SymbolErrorCounter`, `symbol_error` and `SymbolErrors`.
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT)
                .replaceAll("_?counter$", "")
                .replace("_", "")
                .replaceAll("s$", "");
    }
}
