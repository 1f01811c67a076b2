package io.railhead.twin;

import java.util.ArrayList;
import java.util.List;

/// Printed sections, for looking things up.
///
/// @param line stripped
record Sectioned(String line, List<Sectioned> below) {

    /// The whole text; its own line is empty.
    static Sectioned of(String text) {
        List<Sectioned> open = new ArrayList<>(List.of(new Sectioned("", new ArrayList<>())));
        List<Integer> indents = new ArrayList<>(List.of(-1));
        for (String raw : text.lines().toList()) {
            if (raw.isBlank()) {
                continue;
            }
            int indent = raw.length() - raw.stripLeading().length();
            while (indents.getLast() >= indent) {
                indents.removeLast();
                open.removeLast();
            }
            Sectioned one = new Sectioned(raw.strip(), new ArrayList<>());
            open.getLast().below().add(one);
            open.add(one);
            indents.add(indent);
        }
        return open.getFirst();
    }

    /// What begins with these words.
    List<Sectioned> all(String words) {
        return below.stream().filter(s -> s.line.startsWith(words)).toList();
    }

    /// The section or line with exactly these words; an empty one when there is none.
    Sectioned at(String words) {
        return below.stream()
                .filter(s -> s.line.equals(words))
                .findFirst()
                .orElse(new Sectioned("", List.of()));
    }

    boolean has(String words) {
        return below.stream().anyMatch(s -> s.line.equals(words));
    }

    /// What follows these words in the first line that begins with them; empty for none.
    String after(String words) {
        return all(words + " ").stream()
                .findFirst()
                .map(s -> s.line.substring(words.length() + 1))
                .orElse("");
    }
}
