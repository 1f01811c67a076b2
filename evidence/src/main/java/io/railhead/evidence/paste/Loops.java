package io.railhead.evidence.paste;

import io.railhead.evidence.log.LogScanner;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the rows of a loop over devices or machines, which begin with what the loop is over:
/// `for i in eth0 eth1; do echo "$i $(ethtool $i | grep Speed)"; done` prints `eth0 Speed: …`.
///
/// What stands behind the name is read as a line of the inner command, and its event is of the
/// device or the machine that is named.
final class Loops {
    private static final Pattern LOOP =
            Pattern.compile("\\bfor (\\w{1,20}) in ([^;`]{1,400}?) ?; ?do\\b");

    private static final Pattern ROW =
            Pattern.compile("\\s*([A-Za-z\\d][\\w.-]{0,60}?)(?:\\s*[:|=,]\\s*|\\s+)(\\S.*)");

    /// The one file that the inner command prints: a value alone is that file's.
    private static final Pattern FILE =
            Pattern.compile("\\b(?:cat|head -n?1) (/(?:sys|proc)/[\\w./:${}*-]+)");

    private static final Pattern DEVICE =
            Pattern.compile("(?:mlx\\d|roce|ibp|bnxt_re|irdma|rxe|hfi|qedr)\\w*");

    /// Rows looked at: a loop over the devices of a machine, or over the machines of a rack.
    private static final int MOST = 100;

    private Loops() {}

    static List<LogEvent> of(String document, Piece piece, LogScanner scanner) {
        if (!piece.command().contains("for ")) return List.of();
        Matcher loop = LOOP.matcher(piece.command());
        if (!loop.find()) return List.of();
        Set<String> over = Set.of(loop.group(2).strip().split("\\s+"));
        boolean ssh = piece.command().contains("ssh ");
        Matcher read = FILE.matcher(piece.command());
        String file = read.find() ? read.group(1) + ": " : "";
        List<String> all = piece.text().lines().limit(MOST).toList();
        List<LogEvent> events = new ArrayList<>();
        String above = "";
        for (int i = 1; i < all.size(); i++) {
            String text = all.get(i).strip();
            Matcher row = ROW.matcher(all.get(i));
            String alone = text.replaceAll("^[=#*\\s-]+|[=#*:\\s-]+$", "");
            String key = above;
            String rest = text;
            if (row.matches() && isOf(row.group(1), over)) {
                key = row.group(1);
                rest = row.group(2).strip();
            } else if (isOf(alone, over)) {
                above = alone;
                continue;
            }
            if (key.isEmpty() || text.isEmpty()) continue;
            Answers.Line line = new Answers.Line(piece.firstLine() + i, text);
            // Patterns of lines that reports indent want to see the indent.
            boolean value = !file.isEmpty() && !rest.contains(" ");
            String as = value ? named(file, loop.group(1), key) + rest : "\t" + rest;
            Set<String> known = new HashSet<>();
            if (!rest.equals(text))
                read(document, line, text, scanner).forEach(k -> known.add(k.kind()));
            for (LogEvent told : read(document, line, as, scanner)) {
                if (!known.contains(told.kind())) events.add(of(key, told, ssh));
            }
        }
        return events;
    }

    /// The file of this turn of the loop.
    private static String named(String file, String variable, String key) {
        return file.replace("${" + variable + "}", key).replace("$" + variable, key);
    }

    /// One line by itself: what is told twice in the same words is of two devices here.
    private static List<LogEvent> read(
            String document, Answers.Line line, String as, LogScanner scanner) {
        Answers one = new Answers();
        one.add(line, as);
        return one.read(document, scanner);
    }

    /// Whether the loop is over this; `mlx5_{0..7}`, a glob and what a command prints are not
    /// taken apart.
    private static boolean isOf(String key, Set<String> over) {
        return over.stream()
                .anyMatch(
                        o -> {
                            int open = indexOfAny(o);
                            return open < 0 ? o.equals(key) : key.startsWith(o.substring(0, open));
                        });
    }

    private static int indexOfAny(String word) {
        for (int i = 0; i < word.length(); i++) if ("{*$?[".indexOf(word.charAt(i)) >= 0) return i;
        return -1;
    }

    private static LogEvent of(String key, LogEvent e, boolean ssh) {
        Map<String, String> values = new HashMap<>(e.values());
        if (!ssh) values.putIfAbsent(DEVICE.matcher(key).matches() ? "hca" : "if", key);
        return new LogEvent(
                e.kind(),
                ssh && e.host().isEmpty() ? key : e.host(),
                values,
                e.text(),
                e.count(),
                e.last(),
                e.source());
    }
}
