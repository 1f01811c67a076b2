package io.railhead.evidence.nvue;

import io.railhead.evidence.Lines;
import io.railhead.model.SwpNames;
import io.railhead.model.fact.Stated;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Settings of NVUE by path, `qos/roce/mode`, whichever way they are written: YAML, JSON, or `nv
/// set` lines. The last word of an `nv set` line is a value or a name, so it stands for both.
record NvueSettings(Map<String, Stated<String>> all) {
    private static final Pattern ROW =
            Pattern.compile("( *)(?:- )?'?([\\w./,-]{1,60}?)'?:(?: (\\S.{0,200}))?");
    private static final Pattern SET = Pattern.compile("nv set (\\S.{0,400})");

    static NvueSettings of(Lines lines) {
        Map<String, Stated<String>> settings = new LinkedHashMap<>();
        if (NvueJson.is(lines)) {
            NvueJson.settings(lines, settings);
            return new NvueSettings(settings);
        }
        Deque<Integer> indents = new ArrayDeque<>();
        Deque<String> path = new ArrayDeque<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            Matcher set = SET.matcher(line.text());
            Matcher row = ROW.matcher(line.text());
            if (set.matches()) {
                List<String> words = words(set.group(1).strip());
                String value = words.getLast();
                put(settings, String.join("/", words.subList(0, words.size() - 1)), value, line);
                put(settings, String.join("/", words), "", line);
            } else if (row.matches()) {
                int indent = row.group(1).length();
                while (!indents.isEmpty() && indents.peek() >= indent) {
                    indents.pop();
                    path.removeLast();
                }
                indents.push(indent);
                if (path.size() < 20) path.addLast(row.group(2));
                else indents.pop();
                String full = String.join("/", path).replaceFirst("^set/", "");
                put(settings, full, row.group(3) == null ? "" : row.group(3).strip(), line);
            }
        }
        return new NvueSettings(settings);
    }

    /// Words between blanks; what is quoted at the end is one.
    private static List<String> words(String path) {
        int quote = path.indexOf(" '");
        if (quote < 0 || !path.endsWith("'")) return List.of(path.split("\\s+"));
        List<String> words = new ArrayList<>(List.of(path.substring(0, quote).split("\\s+")));
        words.add(path.substring(quote + 1));
        return words;
    }

    private static void put(
            Map<String, Stated<String>> settings, String path, String value, Lines.Line line) {
        String plain = value.replaceAll("^['\"]|['\"]$", "");
        settings.putIfAbsent(path, new Stated<>(plain, line.stripped(), line.read().source()));
    }

    /// Whether it is all that is set, so that what it lacks is as shipped: a switch has a name.
    Optional<Stated<String>> whole() {
        return Optional.ofNullable(all.get("system/hostname"))
                .or(() -> Optional.ofNullable(all.get("header/nvue-api-version")));
    }

    Optional<Stated<String>> first(String... paths) {
        for (String path : paths) {
            Stated<String> s = all.get(path);
            if (s != null) return Optional.of(s);
        }
        return Optional.empty();
    }

    /// What is set below a path, by the rest of the path.
    NvueSettings below(String path) {
        Map<String, Stated<String>> own = new LinkedHashMap<>();
        all.forEach(
                (p, value) -> {
                    if (p.startsWith(path + "/")) own.put(p.substring(path.length() + 1), value);
                });
        return new NvueSettings(own);
    }

    /// First words of the paths, in their order.
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        all.keySet().forEach(p -> names.add(p.replaceFirst("/.*", "")));
        return names;
    }

    /// Settings by port; a setting of a range is that of each port in it.
    Map<String, NvueSettings> ports() {
        Map<String, NvueSettings> ports = new LinkedHashMap<>();
        NvueSettings interfaces = below("interface");
        for (String words : interfaces.names()) {
            for (String port : SwpNames.of(words)) {
                if (!port.startsWith("swp")) continue;
                Map<String, Stated<String>> own =
                        ports.computeIfAbsent(port, p -> new NvueSettings(new LinkedHashMap<>()))
                                .all;
                Stated<String> itself = interfaces.all.get(words);
                if (itself != null) own.putIfAbsent("", itself);
                interfaces.below(words).all.forEach(own::putIfAbsent);
            }
        }
        return ports;
    }
}
