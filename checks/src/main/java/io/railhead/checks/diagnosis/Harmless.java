package io.railhead.checks.diagnosis;

import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.fact.LogEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// A line that looks like a fault and is none. It is never a finding.
///
/// @param kind of the event that tells it: `harmless-open-vswitch`
/// @param line the first line that says so
/// @param count how many lines say the same
/// @param why it is harmless, out of the data file `harmless.txt`
public record Harmless(String kind, Evidence line, long count, String why) {
    private static final Map<String, String> REASONS = read();

    /// Every kind there is, with its reason.
    public static Map<String, String> reasons() {
        return REASONS;
    }

    /// The harmless lines of some evidence, one entry a kind and document.
    public static List<Harmless> in(Facts facts) {
        Map<String, Harmless> found = new TreeMap<>();
        for (String machine : facts.machines()) {
            for (LogEvent e : facts.of(machine, LogEvent.class)) {
                String why = REASONS.get(e.kind());
                if (why == null) continue;
                found.merge(
                        e.source().document() + " " + e.kind(),
                        new Harmless(
                                e.kind(),
                                new Evidence(
                                        e.source().document(), e.source().firstLine(), e.text()),
                                e.count(),
                                why),
                        (a, b) -> new Harmless(a.kind, a.line, a.count + b.count, a.why));
            }
        }
        return new ArrayList<>(found.values());
    }

    private static Map<String, String> read() {
        Map<String, String> reasons = new TreeMap<>();
        try (InputStream in =
                Objects.requireNonNull(Harmless.class.getResourceAsStream("harmless.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(l -> l.startsWith("harmless-"))
                    .forEach(
                            l ->
                                    reasons.put(
                                            l.substring(0, l.indexOf(':')),
                                            l.substring(l.indexOf(':') + 1).strip()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.copyOf(reasons);
    }
}
