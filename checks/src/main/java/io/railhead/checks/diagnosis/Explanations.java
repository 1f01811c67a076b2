package io.railhead.checks.diagnosis;

import io.railhead.checks.Check;
import io.railhead.checks.Checks;
import io.railhead.checks.Explanation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// What `explain` says of each code: of a [Check] its own words, of a [Cause] those of the data
/// file `explanations.txt` beside this class.
///
/// In the file `== CODE` opens an explanation; `what:`, `shows:`, `why:`, `fix:` and `prove:` each
/// open a part. Lines that begin with two blanks are commands.
public final class Explanations {
    private static final class Installed {
        private static final Map<String, Explanation> ALL = all();
    }

    /// The data file alone, so that a check whose fault is a cause's, too, can be explained by it.
    private static final class Written {
        private static final Map<String, Explanation> ALL = written();
    }

    private Explanations() {}

    /// What the data file says of a code: for checks that find what a [Cause] finds in logs.
    ///
    /// @throws IllegalArgumentException when it says nothing
    public static Explanation written(String code) {
        Explanation e = Written.ALL.get(code);
        if (e == null) throw new IllegalArgumentException("explanations.txt has no == " + code);
        return e;
    }

    public static Optional<Explanation> of(String code) {
        return Optional.ofNullable(Installed.ALL.get(code));
    }

    /// Every code that is explained, in alphabetical order.
    public static Map<String, Explanation> installed() {
        return Installed.ALL;
    }

    private static Map<String, Explanation> all() {
        Map<String, Explanation> all = new TreeMap<>(Written.ALL);
        for (Check check : Checks.all()) all.put(check.code(), check.explanation());
        return all;
    }

    private static Map<String, Explanation> written() {
        try (InputStream in =
                Objects.requireNonNull(
                        Explanations.class.getResourceAsStream("explanations.txt"))) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, Explanation> parse(String text) {
        Map<String, Explanation> all = new TreeMap<>();
        for (String block : text.split("(?m)^== ")) {
            int end = block.indexOf('\n');
            if (block.isBlank() || block.startsWith("#") || end < 0) continue;
            Map<String, String> parts = parts(block.substring(end + 1));
            all.put(
                    block.substring(0, end).strip(),
                    new Explanation(
                            parts.getOrDefault("what", ""),
                            parts.getOrDefault("shows", ""),
                            parts.getOrDefault("why", ""),
                            parts.getOrDefault("fix", ""),
                            parts.getOrDefault("prove", "")));
        }
        return all;
    }

    private static Map<String, String> parts(String body) {
        Map<String, String> parts = new LinkedHashMap<>();
        String part = "";
        for (String line : (Iterable<String>) body.lines()::iterator) {
            int colon = line.indexOf(':');
            String name = colon > 0 ? line.substring(0, colon) : "";
            if (name.equals("what")
                    || name.equals("shows")
                    || name.equals("why")
                    || name.equals("fix")
                    || name.equals("prove")) {
                part = name;
                String rest = line.substring(colon + 1).strip();
                parts.put(part, rest.isEmpty() ? "" : rest + "\n");
            } else if (!part.isEmpty()) {
                parts.merge(part, line + "\n", String::concat);
            }
        }
        return parts;
    }
}
