package io.railhead.evidence;

import io.railhead.evidence.log.Literals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Which parsers may recognise a text, or read the output of a command, by literals that one pass
/// over it finds: what holds no literal of a parser is not shown to it, and a parser that is shown
/// nothing is not even loaded. The literals stand in the data file `recognition.anchors` beside
/// this class.
final class Anchors {
    private static final String FILE = "recognition.anchors";

    private static final String ALWAYS = "*";
    private static final String NEVER = "-";

    /// What the file says of one parser.
    ///
    /// @param name the parser's name
    /// @param texts literals of which a text that it recognises holds one; absent when none tells
    /// @param commands literals of which a command line that it reads holds one; absent likewise
    record Row(String name, Optional<List<String>> texts, Optional<List<String>> commands) {
        /// Of a parser of which nothing is said.
        static Row always(String name) {
            return new Row(name, Optional.empty(), Optional.empty());
        }
    }

    private final Literals literals;

    /// For each literal the places of the parsers that it is of.
    private final int[][] parsers;

    private final BitSet always = new BitSet();

    /// @param of for each parser its literals; absent when it is to be asked always
    Anchors(List<Optional<List<String>>> of) {
        Map<String, List<Integer>> on = new LinkedHashMap<>();
        for (int place = 0; place < of.size(); place++) {
            if (of.get(place).isEmpty()) always.set(place);
            for (String literal : of.get(place).orElse(List.of())) {
                on.computeIfAbsent(literal.toLowerCase(Locale.ROOT), k -> new ArrayList<>())
                        .add(place);
            }
        }
        literals = new Literals(List.copyOf(on.keySet()));
        parsers =
                on.values().stream()
                        .map(l -> l.stream().mapToInt(Integer::intValue).toArray())
                        .toArray(int[][]::new);
    }

    /// The places of the parsers that may recognise a text.
    BitSet in(String text) {
        BitSet places = (BitSet) always.clone();
        BitSet found = literals.in(text);
        for (int l = found.nextSetBit(0); l >= 0; l = found.nextSetBit(l + 1)) {
            for (int place : parsers[l]) places.set(place);
        }
        return places;
    }

    /// What the file says, by the parsers' class names.
    static Map<String, Row> rows() {
        String above = Anchors.class.getPackageName() + ".";
        Map<String, Row> rows = new HashMap<>();
        try (InputStream in =
                        Objects.requireNonNull(Anchors.class.getResourceAsStream(FILE), FILE);
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.isEmpty() || line.startsWith("#")) continue;
                int space = line.indexOf(' ');
                int texts = line.indexOf(" ~ ", space);
                int commands = line.lastIndexOf(" ~ ");
                if (space < 0 || texts < 0 || commands == texts)
                    throw new IllegalStateException(FILE + ": «" + line + "»");
                Row row =
                        new Row(
                                line.substring(0, space),
                                literals(line.substring(texts + 3, commands)),
                                literals(line.substring(commands + 3)));
                rows.put(above + line.substring(space + 1, texts), row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static Optional<List<String>> literals(String text) {
        if (text.equals(ALWAYS)) return Optional.empty();
        if (text.equals(NEVER)) return Optional.of(List.of());
        List<String> literals = new ArrayList<>();
        for (int at = 0; at <= text.length(); ) {
            int bar = text.indexOf(" | ", at);
            int end = bar < 0 ? text.length() : bar;
            String word = text.substring(at, end);
            boolean quoted = word.length() > 2 && word.startsWith("\"") && word.endsWith("\"");
            if (quoted) word = word.substring(1, word.length() - 1).replace("\\t", "\t");
            literals.add(word);
            at = end + 3;
        }
        return Optional.of(List.copyOf(literals));
    }
}
