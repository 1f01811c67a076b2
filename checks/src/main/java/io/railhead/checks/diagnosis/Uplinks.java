package io.railhead.checks.diagnosis;

import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the ports of a switch send: as rates of a table that was read, and as lines tell it.
final class Uplinks {
    /// A port that sends this part of the busiest one's rate, or less, is idle beside it.
    private static final double IDLE = 0.02;

    private record Load(double rate, Optional<LogEvent> event, Optional<Fact> fact) {}

    private final List<Load> loads = new ArrayList<>();

    Uplinks(Clues clues) {
        for (LogEvent e : clues.of("uplink-load")) {
            double load = Clues.decimal(e, "load");
            if (load >= 0) loads.add(new Load(load, Optional.of(e), Optional.empty()));
        }
        for (SwitchPort p : clues.all(SwitchPort.class)) {
            Stated<String> sent = p.settings().get("Output MB/s");
            if (sent == null || !sent.value().matches("\\d{1,9}(?:\\.\\d{1,4})?")) continue;
            loads.add(new Load(Double.parseDouble(sent.value()), Optional.empty(), Optional.of(p)));
        }
    }

    private double most() {
        return loads.stream().mapToDouble(Load::rate).max().orElse(0);
    }

    /// Whether one port carries the load of several, of which two or more stand idle beside it.
    boolean isOneOfSeveral() {
        double most = most();
        long busy = loads.stream().filter(l -> l.rate > most / 4).count();
        long idle = loads.stream().filter(l -> l.rate <= most * IDLE).count();
        return most > 1 && busy * 2 <= loads.size() && idle >= 2;
    }

    void cite(Suspicion s) {
        for (Load l : loads.stream().limit(8).toList()) {
            l.event.ifPresent(s::cites);
            l.fact.ifPresent(s::cites);
        }
    }
}
