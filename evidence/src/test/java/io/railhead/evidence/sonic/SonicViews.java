package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Reading;
import io.railhead.evidence.SampleView;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueEcn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How facts answer the recorded SONiC samples.
final class SonicViews {
    private SonicViews() {}

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> in, String name) {
        return (Map<String, Object>) in.computeIfAbsent(name, k -> new HashMap<String, Object>());
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Map<String, Object> in, String name) {
        return (List<Object>) in.computeIfAbsent(name, k -> new ArrayList<Object>());
    }

    @AutoService(SampleView.class)
    public static final class PfcCounters implements SampleView {
        @Override
        public String parser() {
            return "sonic-show-pfc-counters";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            Map<String, Object> view = new HashMap<>();
            for (var fact : reading.facts()) {
                if (!(fact instanceof QosCounter c)) continue;
                String priority = "PFC" + c.index().orElseThrow();
                Map<String, Object> history = map(map(view, c.port()), priority);
                switch (c.measure()) {
                    case PAUSE_FRAMES ->
                            list(map(view, c.way() == QosCounter.Way.SENT ? "tx" : "rx"), c.port())
                                    .add(c.value());
                    case PAUSE_TRANSITIONS -> history.put("transitions", c.value());
                    case PAUSE_MICROS -> history.put("totalPauseUs", c.value());
                    case RECENT_PAUSE_MICROS -> history.put("recentPauseUs", c.value());
                    default -> throw new AssertionError(c);
                }
            }
            return view;
        }
    }

    @AutoService(SampleView.class)
    public static final class PfcPriority implements SampleView {
        @Override
        public String parser() {
            return "sonic-show-pfc-priority";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            return Map.of(
                    "firstRows",
                    reading.facts().stream()
                            .map(f -> (PfcState) f)
                            .limit(2)
                            .map(p -> List.of(p.port(), p.settings().get("Lossless priorities")))
                            .toList());
        }
    }

    @AutoService(SampleView.class)
    public static final class PgDrop implements SampleView {
        @Override
        public String parser() {
            return "sonic-show-pg-drop";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            Map<String, Object> view = new HashMap<>();
            for (var fact : reading.facts()) {
                if (fact instanceof QosCounter c) list(view, c.port()).add(c.value());
            }
            return view;
        }
    }

    @AutoService(SampleView.class)
    public static final class QueueCounters implements SampleView {
        @Override
        public String parser() {
            return "sonic-show-queue-counters";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            Map<String, Object> view = new HashMap<>();
            for (var fact : reading.facts()) {
                if (!(fact instanceof QosCounter c)) continue;
                String[] term = c.term().split(" ");
                map(map(view, c.port()), term[0])
                        .put(
                                switch (term[1]) {
                                    case "Counter/pkts" -> "pkts";
                                    case "Counter/bytes" -> "bytes";
                                    case "Drop/pkts" -> "dropPkts";
                                    default -> "dropBytes";
                                },
                                c.value());
            }
            // Queues without counters give no facts, and the expectation names one of them.
            view.keySet().forEach(port -> map(map(view, port), "ALL20"));
            return view;
        }
    }

    @AutoService(SampleView.class)
    public static final class EcnConfig implements SampleView {
        @Override
        public String parser() {
            return "sonic-ecnconfig";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            Map<String, Object> view = new HashMap<>();
            for (var fact : reading.facts()) {
                if (!(fact instanceof QueueEcn q)) continue;
                view.put("profile", q.profile());
                view.put("ecn", q.term());
                q.min().ifPresent(m -> view.put("greenMin", m.value()));
                q.max().ifPresent(m -> view.put("greenMax", m.value()));
                q.percent().ifPresent(p -> view.put("greenDropProbability", p.value()));
            }
            return view;
        }
    }

    @AutoService(SampleView.class)
    public static final class PfcwdConfig implements SampleView {
        @Override
        public String parser() {
            return "sonic-pfcwd-show-config";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            Map<String, Object> view = new HashMap<>();
            for (var fact : reading.facts()) {
                if (!(fact instanceof PfcWatchdog w)) continue;
                String poll = w.settings().get("polling interval");
                if (poll != null) view.put("pollIntervalMs", Long.valueOf(poll.replace("ms", "")));
                Map<String, Object> port = map(map(view, "ports"), w.port());
                port.put("action", w.action().orElse(""));
                port.put("detectionMs", w.detectionMillis().orElse(-1));
                port.put("restorationMs", w.restorationMillis().orElse(-1));
                port.put("history", w.settings().get("HISTORY"));
            }
            return view;
        }
    }

    @AutoService(SampleView.class)
    public static final class PfcwdStats implements SampleView {
        @Override
        public String parser() {
            return "sonic-pfcwd-show-stats";
        }

        @Override
        public Map<String, Object> view(Reading reading, Transcript transcript) {
            Map<String, Object> view = new HashMap<>();
            for (var fact : reading.facts()) {
                if (!(fact instanceof PfcWatchdog w)) continue;
                Map<String, Object> queue = map(view, w.port() + ":" + w.queue().orElseThrow());
                queue.put("status", w.term());
                queue.put("detected", w.detected().orElse(-1));
                queue.put("restored", w.restored().orElse(-1));
                pair(queue, w, "TX OK/DROP", "txOk", "txDrop");
                pair(queue, w, "RX OK/DROP", "rxOk", "rxDrop");
                pair(queue, w, "TX LAST OK/DROP", "txLastOk", "txLastDrop");
            }
            return view;
        }

        private static void pair(
                Map<String, Object> queue, PfcWatchdog w, String name, String ok, String drop) {
            String[] parts = w.settings().getOrDefault(name, "").split("/");
            if (parts.length < 2) return;
            queue.put(ok, Long.valueOf(parts[0]));
            queue.put(drop, Long.valueOf(parts[1]));
        }
    }
}
