package io.railhead.bench.judge;

import io.railhead.bench.Pair;
import io.railhead.bench.Values;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.bench.twins.Judged;
import io.railhead.bench.twins.Twins;
import io.railhead.model.Measurement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What a reader must know about a run as a whole.
public final class Notes {
    /// The two directions of a path are as good as each other unless they differ by more.
    private static final double ASYMMETRIC = 0.20;

    private Notes() {}

    public static List<String> ofPaths(List<Path> paths) {
        List<String> notes = new ArrayList<>();
        Map<String, String> governors = new TreeMap<>();
        Set<String> mtus = new TreeSet<>();
        for (Path path : paths) {
            for (Port port : List.of(path.from(), path.to())) {
                if (port.mtu().isPresent() && port.mtu().getAsInt() != port.wanted().mtu()) {
                    mtus.add(
                            "%s has MTU %d, the intent says %d: what was measured there is what that"
                                            .formatted(
                                                    port.label(),
                                                    port.mtu().getAsInt(),
                                                    port.wanted().mtu())
                                    + " MTU gives (mtu-mismatch)");
                }
                if (!port.governors().isEmpty() && !port.governors().equals("performance")) {
                    governors.put(port.host(), port.governors());
                }
            }
        }
        notes.addAll(mtus);
        if (!governors.isEmpty()) {
            notes.add(
                    "Latency is tainted by power saving: CPU governor "
                            + String.join(
                                    ", ", governors.values().stream().distinct().sorted().toList())
                            + " on "
                            + String.join(", ", governors.keySet()));
        }
        if (paths.stream().anyMatch(Path::lab)) {
            notes.add(
                    "Lab: the hosts share one computer, so the values are those of its"
                            + " CPUs and not of any network");
        }
        if (paths.stream().anyMatch(p -> p.from().recorded() || p.to().recorded())) {
            notes.add("Recorded: link speeds come from recorded samples, not from the machines");
        }
        return notes;
    }

    /// Values that should be equal and are not, where there are too few twins to say which of them
    /// is odd: two hosts' drives, the two ports of a pair. Not in a lab, whose hosts share one
    /// computer.
    public static List<String> ofFew(List<Measurement> all) {
        Map<String, List<Measurement>> kinds = new LinkedHashMap<>();
        for (Measurement m : all) {
            if (Judged.of(m).isPresent() && m.conditions().get("lab").isEmpty()) {
                kinds.computeIfAbsent(Twins.kind(m), k -> new ArrayList<>()).add(m);
            }
        }
        List<String> notes = new ArrayList<>();
        for (List<Measurement> of : kinds.values()) {
            long hosts = of.stream().flatMap(m -> Twins.hostsOf(m).stream()).distinct().count();
            long rails = of.stream().map(m -> m.conditions().get("rail")).distinct().count();
            if (hosts >= Twins.LEAST || rails >= Twins.LEAST || of.size() < 2) {
                continue;
            }
            Comparator<Measurement> byValue = Comparator.comparingDouble(Measurement::value);
            Measurement least = Collections.min(of, byValue);
            Measurement most = Collections.max(of, byValue);
            double apart = most.value() / least.value() - 1;
            if (least.value() > 0 && apart > Judged.of(least).orElseThrow().tolerance()) {
                notes.add(
                        String.format(
                                Locale.ROOT,
                                "%s: %s %s, %s %s: %.0f %% apart, and too few to say which is odd",
                                Values.name(least),
                                Expectations.pair(least),
                                Values.text(least),
                                Expectations.pair(most),
                                Values.text(most),
                                100 * apart));
            }
        }
        return notes;
    }

    /// Pairs whose two directions differ.
    public static List<String> ofDirections(List<Measurement> all) {
        Map<String, Measurement> seen = new HashMap<>();
        List<String> notes = new ArrayList<>();
        for (Measurement m : all) {
            if (!m.metric().equals("tcp.bandwidth") || !m.conditions().get("together").isEmpty()) {
                continue;
            }
            Pair pair = Expectations.pair(m);
            String streams = m.conditions().get("streams");
            Measurement back = seen.get(pair.reversed() + " " + streams);
            seen.put(pair + " " + streams, m);
            if (back == null) {
                continue;
            }
            double most = Math.max(m.value(), back.value());
            if (Stream.of(m, back).mapToDouble(Measurement::value).min().orElse(0)
                    < (1 - ASYMMETRIC) * most) {
                notes.add(
                        String.format(
                                Locale.ROOT,
                                "%s: %s one way, %s the other (%s)",
                                pair,
                                Values.text(m),
                                Values.text(back),
                                Values.name(m)));
            }
        }
        return notes;
    }
}
