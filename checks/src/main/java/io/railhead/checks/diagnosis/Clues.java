package io.railhead.checks.diagnosis;

import io.railhead.model.Facts;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What a diagnosis has to go by: events by kind, and all other facts, of all machines together.
/// Attempts that failed and are followed by a success of the same document are left out.
public final class Clues {
    /// Words of a line that tells a failure which its program means to survive.
    private static final Pattern TRIED =
            Pattern.compile(
                    "\\bretry(?:ing)?\\b|\\bfall(?:s|ing)? back\\b|\\bwill try\\b|\\battempt \\d"
                            + "|\\bWARNING\\b|Warning\\b|\\[W[ \\d]",
                    Pattern.CASE_INSENSITIVE);

    private final Facts facts;
    private final Map<String, List<LogEvent>> byKind = new HashMap<>();
    private final Map<LogEvent, String> machines = new IdentityHashMap<>();

    public Clues(Facts facts) {
        this.facts = facts;
        for (String machine : facts.machines()) {
            for (LogEvent e : facts.of(machine, LogEvent.class)) {
                byKind.computeIfAbsent(e.kind(), k -> new ArrayList<>()).add(e);
                machines.put(e, machine);
            }
        }
        List<LogEvent> successes = of("progress", "steps");
        if (successes.isEmpty()) return;
        byKind.forEach(
                (kind, events) -> {
                    if (!kind.startsWith("harmless-")) {
                        events.removeIf(e -> isOvercome(e, successes));
                    }
                });
        byKind.values().removeIf(List::isEmpty);
    }

    private static boolean isOvercome(LogEvent e, List<LogEvent> successes) {
        return mayBeTried(e.text())
                && TRIED.matcher(e.text()).find()
                && successes.stream()
                        .anyMatch(
                                s ->
                                        s.source().document().equals(e.source().document())
                                                && s.last() > e.last()
                                                && (s.host().isEmpty()
                                                        || e.host().isEmpty()
                                                        || s.host().equals(e.host())));
    }

    /// What rules the pattern out for most lines, and costs less.
    private static boolean mayBeTried(String text) {
        String low = text.toLowerCase(Locale.ROOT);
        return low.contains("retry")
                || low.contains("fall")
                || low.contains("will try")
                || low.contains("attempt")
                || low.contains("warning")
                || low.contains("[w");
    }

    public Facts facts() {
        return facts;
    }

    /// All facts of a type, of all machines.
    public <F extends Fact> List<F> all(Class<F> type) {
        return facts.machines().stream().flatMap(m -> facts.of(m, type).stream()).toList();
    }

    /// The machine that a fact was read on, its document where the machine has no name.
    public String machineOf(Fact fact) {
        return facts.machines().stream()
                .filter(m -> !m.isEmpty())
                .filter(m -> facts.all(m).anyMatch(f -> f == fact))
                .findFirst()
                .orElse(fact.source().document());
    }

    /// Events of these kinds, in the order of the kinds named.
    public List<LogEvent> of(String... kinds) {
        List<LogEvent> all = new ArrayList<>();
        for (String kind : kinds) all.addAll(byKind.getOrDefault(kind, List.of()));
        return all;
    }

    public List<LogEvent> where(String kind, Predicate<LogEvent> holds) {
        return of(kind).stream().filter(holds).toList();
    }

    /// Events of which a value is one of these, upper and lower case alike.
    public List<LogEvent> where(String kind, String name, String... values) {
        return where(kind, e -> is(e, name, values));
    }

    public static boolean is(LogEvent e, String name, String... values) {
        String value = e.get(name);
        for (String v : values) if (v.equalsIgnoreCase(value)) return true;
        return false;
    }

    /// Kinds of the events there are whose name begins so, in order.
    List<String> kinds(String prefix) {
        return byKind.keySet().stream().filter(k -> k.startsWith(prefix)).sorted().toList();
    }

    public boolean has(String... kinds) {
        for (String kind : kinds) if (byKind.containsKey(kind)) return true;
        return false;
    }

    public boolean lacks(String... kinds) {
        return !has(kinds);
    }

    public Optional<LogEvent> first(String... kinds) {
        return of(kinds).stream().findFirst();
    }

    /// How often events of these kinds were told, repetitions included.
    public long count(String... kinds) {
        return of(kinds).stream().mapToLong(LogEvent::count).sum();
    }

    /// Settings of an environment variable, however they were told.
    public List<LogEvent> env(String name) {
        return where("env", e -> e.value("name").orElse(e.get("variable")).equalsIgnoreCase(name));
    }

    /// The value of a setting: NCCL ends the line that tells it with a full stop.
    public static String setting(LogEvent env) {
        String value = env.get("value");
        return value.endsWith(".") ? value.substring(0, value.length() - 1) : value;
    }

    /// Counters of this name that are not zero.
    public List<LogEvent> counted(String... names) {
        List<LogEvent> all = new ArrayList<>();
        for (String name : names) {
            for (LogEvent e : of("counter", "counter-row", "ib-counter")) {
                if (e.get("name").equals(name) && number(e, "value").orElse(0) > 0) all.add(e);
            }
        }
        return all;
    }

    /// Counters of this name, zero or not.
    public List<LogEvent> counters(String name) {
        return of("counter", "counter-row", "ib-counter").stream()
                .filter(e -> e.get("name").equals(name))
                .toList();
    }

    /// The largest value of a counter; empty when nothing tells it.
    public OptionalLong highest(String name) {
        return counters(name).stream()
                .map(e -> number(e, "value"))
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .max();
    }

    /// A whole number among an event's values; thousands may be parted by commas.
    public static OptionalLong number(LogEvent e, String name) {
        String value = e.get(name).replace(",", "");
        if (value.isEmpty() || value.length() > 18) return OptionalLong.empty();
        try {
            return OptionalLong.of(Long.parseLong(value));
        } catch (NumberFormatException odd) {
            return OptionalLong.empty();
        }
    }

    /// A number with a fraction among an event's values; NaN when there is none.
    public static double decimal(LogEvent e, String name) {
        String value = e.get(name).replace(",", "");
        if (value.isEmpty() || value.length() > 40) return Double.NaN;
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException odd) {
            return Double.NaN;
        }
    }

    /// Who told it: the host the line names, else the machine of its document, else the document.
    public String who(LogEvent e) {
        if (!e.host().isEmpty()) return e.host();
        String machine = machines.getOrDefault(e, "");
        return machine.isEmpty() ? e.source().document() : machine;
    }

    public Map<String, List<LogEvent>> byHost(String... kinds) {
        return grouped(of(kinds), this::who);
    }

    public static Map<String, List<LogEvent>> byDocument(List<LogEvent> events) {
        return grouped(events, e -> e.source().document());
    }

    public static Map<String, List<LogEvent>> grouped(
            List<LogEvent> events, Function<LogEvent, String> by) {
        Map<String, List<LogEvent>> groups = new LinkedHashMap<>();
        for (LogEvent e : events) {
            groups.computeIfAbsent(by.apply(e), k -> new ArrayList<>()).add(e);
        }
        return groups;
    }

    /// The line of a document before the one that told the event; empty when there is none.
    public String lineBefore(LogEvent e) {
        return facts.line(e.source().document(), e.source().firstLine() - 1);
    }

    /// The line of a document after the one that told the event; empty when there is none.
    public String lineAfter(LogEvent e) {
        return lineAfter(e, 1);
    }

    String lineAfter(LogEvent e, int lines) {
        return facts.line(e.source().document(), e.source().lastLine() + lines);
    }
}
