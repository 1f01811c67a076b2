package io.railhead.configure.resource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A line of limits.conf(5) or of a file in its directory.
///
/// @param number of the line, from 1
/// @param domain a user, `@group`, `*` …
/// @param type `soft`, `hard` or `-` for both
record LimitLine(String file, int number, String domain, String type, String limit, String value) {

    /// What `grep -Hn` printed; what is no such line is left out, as `pam_limits` does.
    static List<LimitLine> read(byte[] printed) {
        List<LimitLine> all = new ArrayList<>();
        for (String each : new String(printed, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            String[] part = each.split(":", 3);
            if (part.length < 3 || !part[0].startsWith("/") || !part[1].matches("[0-9]{1,9}")) {
                continue;
            }
            String[] word = part[2].replaceFirst("#.*", "").strip().split("\\s+");
            if (word.length == 4 && word[1].matches("soft|hard|-")) {
                all.add(
                        new LimitLine(
                                part[0],
                                Integer.parseInt(part[1]),
                                word[0],
                                word[1],
                                word[2],
                                word[3]));
            }
        }
        return all;
    }

    /// `LimitMEMLOCK=64K` of systemd's drop-ins, as `grep -Hn` printed them. The key without
    /// `Limit` is the limit, and there is no domain.
    static List<LimitLine> dropIns(byte[] printed) {
        List<LimitLine> all = new ArrayList<>();
        for (String each : new String(printed, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            String[] part = each.split(":", 3);
            String[] set = part.length < 3 ? new String[0] : part[2].split("=", 2);
            if (set.length == 2 && part[1].matches("[0-9]{1,9}")) {
                String key = set[0].strip().replaceFirst("^Limit", "");
                int line = Integer.parseInt(part[1]);
                all.add(new LimitLine(part[0], line, "", "-", key, set[1].strip()));
            }
        }
        return all;
    }

    boolean isFor(String who) {
        return domain.equals(who);
    }

    boolean isReadAfter(String path) {
        return !file.equals("/etc/security/limits.conf") && file.compareTo(path) > 0;
    }

    boolean isLessThan(String wanted) {
        if (isUnlimited(value)) {
            return false;
        }
        if (isUnlimited(wanted)) {
            return true;
        }
        try {
            return Long.parseLong(value) < Long.parseLong(wanted);
        } catch (NumberFormatException e) {
            return !value.equals(wanted);
        }
    }

    private static boolean isUnlimited(String value) {
        return value.equals("unlimited") || value.equals("infinity") || value.equals("-1");
    }

    private static boolean isSame(String one, String other) {
        return one.equals(other) || isUnlimited(one) && isUnlimited(other);
    }

    /// Whether the last word on a limit, soft and hard, is the wanted value.
    ///
    /// @param lines in the order in which they are read
    static boolean isLast(List<LimitLine> lines, String who, String limit, String wanted) {
        for (String type : List.of("soft", "hard")) {
            Optional<LimitLine> last =
                    lines.stream()
                            .filter(l -> l.isFor(who) && l.limit().equals(limit))
                            .filter(l -> l.type().equals(type) || l.type().equals("-"))
                            .reduce((a, b) -> b);
            if (last.filter(l -> isSame(l.value(), wanted)).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /// Whether `pam_limits`, with its usual files, is in the session stack of a service.
    ///
    /// @param printed lines of `/etc/pam.d` with their file's path and a colon before them
    static boolean isPamActive(byte[] printed, String service) {
        List<String[]> lines = new ArrayList<>();
        for (String each : new String(printed, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            String[] part = each.split(":", 2);
            if (part.length == 2) {
                lines.add(part);
            }
        }
        return isActive(lines, service, new HashSet<>());
    }

    private static boolean isActive(List<String[]> lines, String service, Set<String> seen) {
        if (!seen.add(service)) {
            return false;
        }
        for (String[] line : lines) {
            if (!line[0].equals("/etc/pam.d/" + service)) {
                continue;
            }
            String text = line[1].replaceFirst("#.*", "").strip();
            String[] word = text.split("\\s+");
            boolean session = word[0].equals("session") || word[0].equals("-session");
            boolean included =
                    word.length > 1
                            && (word[0].equals("@include")
                                    ? isActive(lines, word[1], seen)
                                    : session
                                            && word.length > 2
                                            && word[1].matches("include|substack")
                                            && isActive(lines, word[2], seen));
            boolean itself =
                    session
                            && text.matches(
                                    ".*\\spam_limits(\\.so)?(\\s.*)?|.*/pam_limits\\.so(\\s.*)?")
                            && !text.contains("conf=");
            if (included || itself) {
                return true;
            }
        }
        return false;
    }
}
