package io.railhead.configure.resource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A line of modprobe.d(5) or modules-load.d(5), as `grep -Hn` printed it.
///
/// @param number of the line, from 1
record ModprobeLine(String file, int number, List<String> words) {

    /// `log_num_mtt=24`; a word without `=` has no value.
    record Option(String key, String value) {
        boolean isSame(String live) {
            return plain(value).equals(plain(live));
        }

        private static String plain(String text) {
            String t = text.strip().replaceAll("^[\"']|[\"']$", "").toLowerCase(Locale.ROOT);
            if (t.equals("y") || t.isEmpty()) {
                return "1";
            }
            if (t.equals("n")) {
                return "0";
            }
            try {
                return Long.toString(Long.decode(t));
            } catch (NumberFormatException e) {
                return t;
            }
        }
    }

    static List<Option> options(String text) {
        List<Option> all = new ArrayList<>();
        for (String each : text.strip().split("\\s+")) {
            String[] part = each.split("=", 2);
            if (!part[0].isEmpty()) {
                all.add(new Option(part[0], part.length > 1 ? part[1] : ""));
            }
        }
        return all;
    }

    static List<ModprobeLine> read(byte[] printed) {
        List<ModprobeLine> all = new ArrayList<>();
        for (String each : new String(printed, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            String[] part = each.split(":", 3);
            if (part.length == 3 && part[1].matches("[0-9]{1,9}")) {
                String text = part[2].replaceFirst("#.*", "").strip();
                all.add(
                        new ModprobeLine(
                                part[0], Integer.parseInt(part[1]), List.of(text.split("\\s+"))));
            }
        }
        return all;
    }

    private static boolean isSameModule(String one, String other) {
        return one.replace('-', '_').equals(other.replace('-', '_'));
    }

    boolean isModule(String module) {
        return isSameModule(words.getFirst(), module);
    }

    boolean isBlacklisting(String module) {
        return words.size() > 1
                && words.getFirst().equals("blacklist")
                && isSameModule(words.get(1), module);
    }

    private String name() {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    boolean isReadAfter(String path) {
        return name().compareTo(path.substring(path.lastIndexOf('/') + 1)) > 0;
    }

    /// What this line has for an option of a module; the last one when it stands there twice.
    private Optional<Option> option(String module, String key) {
        if (words.size() < 3
                || !words.getFirst().equals("options")
                || !isSameModule(words.get(1), module)) {
            return Optional.empty();
        }
        return options(String.join(" ", words.subList(2, words.size()))).stream()
                .filter(o -> o.key().equals(key))
                .reduce((a, b) -> b);
    }

    /// Whether it gives the option another value.
    boolean says(String module, Option wanted) {
        return option(module, wanted.key()).filter(o -> !o.isSame(wanted.value())).isPresent();
    }

    /// Whether the last word on an option is the wanted value.
    static boolean isLast(List<ModprobeLine> lines, String module, Option wanted) {
        return lines.stream()
                .sorted(Comparator.comparing(ModprobeLine::name))
                .flatMap(l -> l.option(module, wanted.key()).stream())
                .reduce((a, b) -> b)
                .filter(o -> o.isSame(wanted.value()))
                .isPresent();
    }
}
