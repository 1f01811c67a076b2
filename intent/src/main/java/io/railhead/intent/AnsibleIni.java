package io.railhead.intent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The INI form of an inventory.
final class AnsibleIni {
    private static final Pattern SECTION =
            Pattern.compile("\\[([^:\\]\\s]+)(?::(\\w+))?]\\s*([#;].*)?");

    private final AnsibleGroups groups;
    private final Problems problems;

    AnsibleIni(AnsibleGroups groups, Problems problems) {
        this.groups = groups;
        this.problems = problems;
    }

    void read(String text) {
        String group = "ungrouped";
        String kind = "hosts";
        int number = 0;
        for (String raw : text.split("\\R", -1)) {
            number++;
            String line = raw.strip();
            Spot at = new Spot(number, raw.length() - raw.stripLeading().length() + 1, "");
            if (line.isEmpty() || line.startsWith("#") || line.startsWith(";")) {
                continue;
            }
            Matcher section = SECTION.matcher(line);
            if (section.matches()) {
                group = section.group(1);
                kind = section.group(2) == null ? "hosts" : section.group(2);
                if (!List.of("hosts", "children", "vars").contains(kind)) {
                    problems.error(
                            at,
                            "the section [" + group + ":" + kind + "] is not known",
                            "write [group], [group:children] or [group:vars]");
                }
                if (!kind.equals("vars")) {
                    groups.declare(group, at);
                }
                continue;
            }
            switch (kind) {
                case "hosts" -> host(group, line, at);
                case "children" -> {
                    String child = line.split("[\\s#;]", 2)[0];
                    groups.child(group, child, at);
                }
                case "vars" -> variable(group, line, at);
                default -> {
                    // A section that was reported already.
                }
            }
        }
    }

    private void variable(String group, String line, Spot at) {
        int equals = line.indexOf('=');
        if (equals < 1) {
            problems.error(
                    at, "\"" + Ranges.shortened(line) + "\" is not a variable", "write name=value");
            return;
        }
        groups.variable(
                group,
                line.substring(0, equals).strip(),
                unquoted(line.substring(equals + 1).strip()),
                at);
    }

    private void host(String group, String line, Spot at) {
        Optional<List<String>> words = words(line);
        if (words.isEmpty()) {
            problems.error(at, "a quote is not closed", "close it in the same line");
            return;
        }
        if (words.get().isEmpty()) {
            return;
        }
        List<String> names = groups.host(group, words.get().getFirst(), at);
        for (String word : words.get().subList(1, words.get().size())) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                problems.error(
                        at,
                        "\"" + Ranges.shortened(word) + "\" is not a variable",
                        "write name=value, values with blanks in quotes");
                continue;
            }
            for (String name : names) {
                groups.hostVariable(
                        name, word.substring(0, equals), unquoted(word.substring(equals + 1)), at);
            }
        }
    }

    private static String unquoted(String value) {
        boolean quoted =
                value.length() >= 2
                        && (value.startsWith("'") || value.startsWith("\""))
                        && value.charAt(0) == value.charAt(value.length() - 1);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /// Words as a POSIX shell splits them, `#` beginning a comment; empty when a quote is open.
    private static Optional<List<String>> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else if (c == '\\' && quote == '"' && i + 1 < line.length()) {
                    word.append(line.charAt(++i));
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                inWord = true;
            } else if (c == '\\' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
                inWord = true;
            } else if (Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                inWord = false;
            } else if (c == '#' && !inWord) {
                break;
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        return quote == 0 ? Optional.of(words) : Optional.empty();
    }
}
