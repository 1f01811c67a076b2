package io.railhead.evidence.paste;

import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.counters.PortCounts;
import io.railhead.model.counters.Rises;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Counters that stand in pasted evidence twice: in one document, under times or under prompts of
/// one machine, or in two that are named as before and after. Two that nothing joins may be of two
/// machines, and are left alone. Not safe for use by several threads.
final class Repeated {
    /// Words of file names that say when; the first of a pair is the earlier.
    private static final Pattern WHEN =
            Pattern.compile(
                    "(?i)(?<![a-z])(?:(before|start|begin|first|pre|old|t0)|(after|end|second|post"
                            + "|later|new|t1))(?![a-z0-9])");

    /// One reading of one fact's counters.
    ///
    /// @param machine under which it is told
    /// @param thing whose it is, for pairing
    /// @param order that of file names and lines; for readings without time
    private record Reading(
            String machine, String thing, PortCounts counts, Source source, long order) {}

    private final Map<String, Stamps> stamps = new HashMap<>();
    private final List<Reading> readings = new ArrayList<>();

    static boolean isCounter(Fact fact) {
        return fact instanceof NicCounters
                || fact instanceof PortCounters
                || fact instanceof QosCounter;
    }

    /// Looks for times in a document that has counters.
    void document(String name, String text) {
        stamps.put(name, Stamps.of(text));
    }

    /// @param named the machine that prompts or names of folders tell; empty when none do
    /// @param told the machine under which the fact is told
    void add(String named, String told, Fact fact) {
        if (!isCounter(fact)) return;
        Source source = fact.source();
        String document = source.document();
        Matcher when = WHEN.matcher(MachineNames.stem(document));
        boolean says = when.find();
        String thing =
                !named.isEmpty()
                        ? named
                        : says
                                ? "files " + when.replaceFirst("").toLowerCase(Locale.ROOT)
                                : time(source).isPresent() ? "document " + document : "";
        if (thing.isEmpty()) return;
        long file = says && when.group(1) == null ? 1 : 0;
        PortCounts counts = PortCounts.of(Facts.builder().add("", fact).build());
        readings.add(new Reading(told, thing, counts, source, (file << 40) + source.firstLine()));
    }

    private OptionalDouble time(Source source) {
        Stamps of = stamps.get(source.document());
        return of == null ? OptionalDouble.empty() : of.at(source.lastLine());
    }

    /// Adds what rose from the first reading of each counter to its last.
    void rises(Facts.Builder into) {
        Map<List<Object>, List<Reading>> byKey = new LinkedHashMap<>();
        for (Reading r : readings) {
            for (PortCounts.Key key : r.counts.values().keySet()) {
                byKey.computeIfAbsent(List.of(r.thing, key), k -> new ArrayList<>()).add(r);
            }
        }
        byKey.forEach(
                (k, all) -> {
                    if (all.size() < 2 || !(k.getLast() instanceof PortCounts.Key key)) return;
                    List<Reading> sorted = new ArrayList<>(all);
                    sorted.sort(order(all));
                    Reading last = sorted.getLast();
                    Rises.add(
                            only(sorted.getFirst(), key, last.machine),
                            only(last, key, last.machine),
                            this::apart,
                            into);
                });
    }

    /// By time where all have one, else by names and lines.
    private Comparator<Reading> order(List<Reading> all) {
        boolean timed = all.stream().allMatch(r -> time(r.source).isPresent());
        return timed
                ? Comparator.comparingDouble((Reading r) -> time(r.source).getAsDouble())
                        .thenComparing(Reading::order)
                : Comparator.comparing(Reading::order);
    }

    private OptionalDouble apart(Source before, Source now) {
        OptionalDouble from = time(before);
        OptionalDouble to = time(now);
        return from.isPresent() && to.isPresent() && to.getAsDouble() > from.getAsDouble()
                ? OptionalDouble.of(to.getAsDouble() - from.getAsDouble())
                : OptionalDouble.empty();
    }

    private static PortCounts only(Reading r, PortCounts.Key key, String machine) {
        return r.counts.only(key, machine);
    }
}
