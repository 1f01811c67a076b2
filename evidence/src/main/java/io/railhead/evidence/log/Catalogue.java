package io.railhead.evidence.log;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Which lines tell which event: read from the data files `*.events` beside this class.
///
/// A file holds sections. `[kind]` opens one; below it each line is `KEYWORD ~ PATTERN`: a line
/// that holds the keyword (upper and lower case alike) and in which the pattern
/// (java.util.regex, case alike) is found tells the event; named groups become its values. A
/// line without ` ~ ` is a keyword that suffices alone. Several keywords stand between ` | `;
/// one with blanks at its ends stands in double quotes, in which `\t` is a tab. A keyword has two
/// characters at least, not all of them digits, and is rare in logs. `@carry` in a section says
/// that its values hold for all lines below in the same document, until said anew: headings. `#`
/// starts a comment line.
public final class Catalogue {
    /// The files, in order; the order of kinds within a line of text is theirs.
    static final List<String> FILES =
            List.of(
                    "nccl",
                    "jobs",
                    "kernel",
                    "gpu",
                    "rdma",
                    "qos",
                    "switch",
                    "host",
                    "service",
                    "settings",
                    "reports",
                    "errors",
                    "harmless");

    /// The file of what commands answer: its lines are `$ COMMAND :=> LINE`.
    static final String ANSWERS = "answers";

    private static final int SHORTEST = 2;

    /// One way to word an event.
    ///
    /// @param form absent when the keyword suffices
    record Wording(int kind, List<String> keywords, Optional<Form> form) {}

    /// A pattern, compiled when a line is first held against it: a document has the keywords of a
    /// few, and to compile all costs more than to read a small one.
    static final class Form {
        private final String text;
        private final String file;
        private final int line;
        private volatile @Nullable Pattern pattern;
        private volatile @Nullable Opening opening;
        private volatile @Nullable List<String> names;

        private Form(String text, String file, int line) {
            this.text = text;
            this.file = file;
            this.line = line;
        }

        /// Where a match may begin.
        Opening opening() {
            Opening known = opening;
            if (known == null) {
                known = Opening.of(text);
                opening = known;
            }
            return known;
        }

        /// @throws IllegalArgumentException when it is no pattern, with file and line
        Pattern pattern() {
            Pattern compiled = pattern;
            if (compiled == null) {
                try {
                    compiled = Pattern.compile(text, Pattern.CASE_INSENSITIVE);
                } catch (PatternSyntaxException e) {
                    throw fault(file, line, e.getDescription() + " in " + text);
                }
                pattern = compiled;
            }
            return compiled;
        }

        /// The named groups.
        List<String> names() {
            List<String> known = names;
            if (known == null) {
                known = List.copyOf(pattern().namedGroups().keySet());
                names = known;
            }
            return known;
        }
    }

    private static IllegalArgumentException fault(String file, int line, String what) {
        return new IllegalArgumentException(file + ".events:" + line + ": " + what);
    }

    private static final class Installed {
        private static final Catalogue CATALOGUE = read(FILES);
        private static final Catalogue OF_ANSWERS = read(List.of(ANSWERS));

        private static Catalogue read(List<String> files) {
            Catalogue catalogue = new Catalogue();
            for (String file : files) {
                try (InputStream in =
                        Objects.requireNonNull(
                                Catalogue.class.getResourceAsStream(file + ".events"), file)) {
                    catalogue.add(file, in);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return catalogue.closed();
        }
    }

    private final List<String> kinds = new ArrayList<>();
    private final List<Wording> wordings = new ArrayList<>();
    private final Set<Integer> carried = new LinkedHashSet<>();
    private Keywords keywords = new Keywords(List.of());

    /// Numbers of the wordings that hang on each keyword of [#keywords].
    private int[][] byKeyword = {};

    private boolean[] suffices = {};

    private Catalogue() {}

    /// The events there are, loaded on first use.
    public static Catalogue installed() {
        return Installed.CATALOGUE;
    }

    /// What a command and its answer together tell: `lsmod | grep peermem` and nothing below it.
    public static Catalogue answers() {
        return Installed.OF_ANSWERS;
    }

    /// A catalogue out of text, for tests.
    static Catalogue of(String text) {
        Catalogue catalogue = new Catalogue();
        text.lines().forEach(new Filling(catalogue, "text")::line);
        catalogue.wordings.forEach(w -> w.form().ifPresent(Form::pattern));
        return catalogue.closed();
    }

    private void add(String file, InputStream in) throws IOException {
        Filling filling = new Filling(this, file);
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            filling.line(line);
        }
    }

    /// The sections of one file while they are read.
    private static final class Filling {
        private final Catalogue into;
        private final String file;
        private int kind = -1;
        private int number;

        Filling(Catalogue into, String file) {
            this.into = into;
            this.file = file;
        }

        void line(String line) {
            number++;
            if (line.isBlank() || line.startsWith("#")) return;
            if (line.startsWith("[") && line.endsWith("]") && line.indexOf(' ') < 0) {
                String name = line.substring(1, line.length() - 1);
                kind = into.kinds.indexOf(name);
                if (kind < 0) {
                    kind = into.kinds.size();
                    into.kinds.add(name);
                }
                return;
            }
            if (kind < 0) throw fault("a line before the first section");
            if (line.equals("@carry")) {
                into.carried.add(kind);
                return;
            }
            int tilde = line.indexOf(" ~ ");
            List<String> keywords = keywords(tilde < 0 ? line : line.substring(0, tilde));
            if (tilde < 0) {
                into.wordings.add(new Wording(kind, keywords, Optional.empty()));
                return;
            }
            Form form = new Form(line.substring(tilde + 3).strip(), file, number);
            into.wordings.add(new Wording(kind, keywords, Optional.of(form)));
        }

        private List<String> keywords(String text) {
            List<String> all = new ArrayList<>();
            for (int at = 0; at <= text.length(); ) {
                int bar = text.indexOf(" | ", at);
                int end = bar < 0 ? text.length() : bar;
                String word = text.substring(at, end).strip();
                at = end + 3;
                boolean quoted = word.length() > 1 && word.startsWith("\"") && word.endsWith("\"");
                if (quoted) word = word.substring(1, word.length() - 1).replace("\\t", "\t");
                if (word.length() < SHORTEST)
                    throw fault("the keyword «" + word + "» is too short");
                all.add(word);
            }
            return all;
        }

        private IllegalArgumentException fault(String what) {
            return Catalogue.fault(file, number, what);
        }
    }

    private Catalogue closed() {
        Map<String, List<Integer>> on = new LinkedHashMap<>();
        for (int w = 0; w < wordings.size(); w++) {
            for (String keyword : wordings.get(w).keywords()) {
                on.computeIfAbsent(keyword.toLowerCase(Locale.ROOT), k -> new ArrayList<>()).add(w);
            }
        }
        keywords = new Keywords(List.copyOf(on.keySet()));
        suffices = new boolean[wordings.size()];
        for (int w = 0; w < suffices.length; w++) suffices[w] = wordings.get(w).form().isEmpty();
        byKeyword =
                on.values().stream()
                        .map(l -> l.stream().mapToInt(Integer::intValue).toArray())
                        .toArray(int[][]::new);
        return this;
    }

    /// All names of events.
    public List<String> kinds() {
        return List.copyOf(kinds);
    }

    /// How many names of events there are.
    int size() {
        return kinds.size();
    }

    boolean carries(int kind) {
        return carried.contains(kind);
    }

    String kind(int number) {
        return kinds.get(number);
    }

    Wording wording(int number) {
        return wordings.get(number);
    }

    /// Whether a keyword of the wording suffices.
    boolean suffices(int wording) {
        return suffices[wording];
    }

    int wordings() {
        return wordings.size();
    }

    Keywords keywords() {
        return keywords;
    }

    int[] wordingsOf(int keyword) {
        return byKeyword[keyword];
    }
}
