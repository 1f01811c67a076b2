package io.railhead.checks.diagnosis;

import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QosCounter.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// In which priorities hosts counted traffic, and in which they counted none: what carries the load
/// is not told by what was configured.
final class Lanes {
    private static final Pattern NAME =
            Pattern.compile("[rt]x_prio(?<prio>[0-7])_(?<what>packets|bytes)");

    /// Packets that say that a priority is in use.
    private static final long USED = 100_000;

    /// Counters of a priority, and the largest of them.
    private static final class Lane {
        private final List<LogEvent> events = new ArrayList<>();
        private final List<Fact> facts = new ArrayList<>();
        private long most;
    }

    private final TreeMap<Integer, Lane> lanes = new TreeMap<>();

    Lanes(Clues clues) {
        for (LogEvent e : clues.of("counter")) {
            Matcher m = NAME.matcher(e.get("name"));
            if (!m.matches()) continue;
            Lane lane = lane(m.group("prio").charAt(0) - '0');
            lane.events.add(e);
            lane.most = Math.max(lane.most, Clues.number(e, "value").orElse(0));
        }
        for (QosCounter c : clues.all(QosCounter.class)) {
            boolean traffic = c.measure() == Measure.PACKETS || c.measure() == Measure.BYTES;
            if (!traffic || c.scope() != QosCounter.Scope.PRIORITY || c.index().isEmpty()) continue;
            Lane lane = lane(c.index().getAsInt());
            lane.facts.add(c);
            lane.most = Math.max(lane.most, c.value());
        }
    }

    private Lane lane(int priority) {
        return lanes.computeIfAbsent(priority, p -> new Lane());
    }

    /// Whether traffic of a priority was counted, and there was none to speak of beside another's.
    boolean isIdle(int priority) {
        Lane lane = lanes.get(priority);
        return lane != null && lane.most * 1000 < most();
    }

    private long most() {
        return lanes.values().stream().mapToLong(l -> l.most).max().orElse(0);
    }

    /// The priorities that carry the load.
    List<Integer> busy() {
        long most = most();
        return lanes.entrySet().stream()
                .filter(l -> l.getValue().most >= USED && l.getValue().most * 20 > most)
                .map(java.util.Map.Entry::getKey)
                .toList();
    }

    /// Quotes the counters of a priority.
    void cite(Suspicion s, int priority) {
        Lane lane = lanes.get(priority);
        if (lane == null) return;
        s.cites(lane.events);
        if (lane.events.isEmpty()) lane.facts.stream().limit(4).forEach(s::cites);
    }
}
