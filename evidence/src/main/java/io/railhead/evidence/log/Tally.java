package io.railhead.evidence.log;

import io.railhead.model.Curtailed;
import io.railhead.model.Source;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The different events of one document, what repeats counted, in bounded memory.
final class Tally {
    /// Different events of one kind that are kept; past these only such as differ in more than
    /// whose they are: one rank of thousands with another setting.
    static final int DISTINCT = 300;

    /// Events of one kind that are kept in all.
    static final int MOST = 1000;

    /// Characters that the events of a document may hold in all.
    private static final long ROOM = 8L << 20;

    /// What an event needs besides its text, in characters.
    private static final int FRAME = 300;

    private static final int QUOTE = 1000;

    /// Kinds that are named where something was left out.
    private static final int NAMED = 3;

    /// How many wordings of the same event, told of the same host, are kept.
    private static final int WORDED = 4;

    /// Characters of a line that tell its wording.
    private static final int SHAPED = 160;

    /// @param wording 0 for the first wording of the event, then 1 and so on
    private record Key(int kind, String host, Map<String, String> values, int wording) {}

    /// An event while later lines may repeat it.
    static final class Kept {
        private final String text;
        private final int shape;
        private final int line;
        private long count = 1;
        private int last;

        private Kept(String text, int shape, int line) {
            this.text = text;
            this.shape = shape;
            this.line = line;
            last = line;
        }

        /// A later line says the same.
        void again(int number) {
            count++;
            last = number;
        }
    }

    private final Catalogue catalogue;
    private final Map<Key, Kept> kept = new LinkedHashMap<>();

    /// The first event of those that differ only in whose they are.
    private final Map<Key, Kept> saying = new HashMap<>();
    private final int[] distinct;
    private final Map<String, Long> dropped = new TreeMap<>();
    private long held;

    Tally(Catalogue catalogue) {
        this.catalogue = catalogue;
        distinct = new int[catalogue.size()];
    }

    /// @param whole the line, cleaned
    /// @return the event kept for it, maybe of another machine or rank that said the same; empty
    ///     when there is no room for it
    Optional<Kept> add(int kind, String host, Map<String, String> values, String whole, int line) {
        int shape = shape(whole);
        Key key = new Key(kind, host, values, 0);
        for (Kept before = kept.get(key); before != null; before = kept.get(key)) {
            if (before.shape == shape || key.wording == WORDED - 1) {
                before.again(line);
                return Optional.of(before);
            }
            key = new Key(kind, host, values, key.wording + 1);
        }
        Key says = new Key(kind, "", withoutRank(values), 0);
        Kept same = saying.get(says);
        boolean room = held < ROOM && distinct[kind] < MOST;
        if (!room || (distinct[kind] >= DISTINCT && same != null)) {
            dropped.merge(catalogue.kind(kind), 1L, Long::sum);
            if (same != null) same.again(line);
            return Optional.ofNullable(same);
        }
        distinct[kind]++;
        String text = whole.strip();
        String quote = text.length() <= QUOTE ? text : text.substring(0, QUOTE);
        held += quote.length() + FRAME;
        Kept fresh = new Kept(quote, shape, line);
        kept.put(key, fresh);
        saying.putIfAbsent(says, fresh);
        return Optional.of(fresh);
    }

    /// The same for lines that differ in numbers only.
    private static int shape(String line) {
        int hash = 17;
        for (int i = 0; i < Math.min(line.length(), SHAPED); i++) {
            char c = line.charAt(i);
            if (Character.isLetter(c) && !isHex(line, i)) hash = hash * 31 + c;
        }
        return hash;
    }

    /// Whether a letter is a digit of a number to the base of 16: it stands beside a digit.
    private static boolean isHex(String line, int i) {
        if (Character.digit(line.charAt(i), 16) < 0) return false;
        return (i > 0 && Character.isDigit(line.charAt(i - 1)))
                || (i + 1 < line.length() && Character.isDigit(line.charAt(i + 1)));
    }

    private static Map<String, String> withoutRank(Map<String, String> values) {
        if (!values.containsKey("rank")) return values;
        Map<String, String> others = new HashMap<>(values);
        others.remove("rank");
        return others;
    }

    List<LogEvent> events(String document) {
        List<LogEvent> events = new ArrayList<>(kept.size());
        kept.forEach(
                (key, k) ->
                        events.add(
                                new LogEvent(
                                        catalogue.kind(key.kind),
                                        key.host,
                                        key.values,
                                        k.text,
                                        k.count,
                                        k.last,
                                        Source.line(document, k.line))));
        return events;
    }

    /// Says which events were not kept, if any.
    List<Curtailed> curtailed(String document) {
        if (dropped.isEmpty()) return List.of();
        return List.of(
                new Curtailed(
                        document,
                        0,
                        "more than %d different events of one kind: whose %s further ones are is not kept (%s)"
                                .formatted(DISTINCT, sum(dropped), named(dropped))));
    }

    static String sum(Map<String, Long> counts) {
        long sum = counts.values().stream().mapToLong(Long::longValue).sum();
        return String.format(Locale.ROOT, "%,d", sum);
    }

    /// The most frequent ones by name.
    static String named(Map<String, Long> counts) {
        String first =
                counts.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .limit(NAMED)
                        .map(e -> String.format(Locale.ROOT, "%s %,d", e.getKey(), e.getValue()))
                        .collect(Collectors.joining(", "));
        return counts.size() > NAMED ? first + ", …" : first;
    }
}
