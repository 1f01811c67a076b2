package io.railhead.evidence.paste;

import io.railhead.evidence.CommandLine;
import io.railhead.evidence.log.LogScanner;
import io.railhead.model.Source;
import io.railhead.model.fact.LogEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Reads answers that mean something only beside their question: `none` below
/// `systemd-detect-virt`, `1` below `cat …/numa_node`, nothing at all below `lsmod | grep peermem`.
///
/// Question and answer become one line, `$ COMMAND :=> LINE`, which the catalogue of answers knows;
/// what `cat` and `sysctl -n` print becomes `FILE: LINE` and `KEY = LINE` and is read like the
/// output of `grep .`. The events quote the line as it was pasted.
final class Answers {
    /// Longer output is no answer of this kind.
    private static final int MOST = 40;

    /// What people write where a command printed nothing.
    private static final Pattern NOTHING =
            Pattern.compile(
                    "nothing|no output|[\\[(<](?:nothing|no output|empty|none|no lines?|no result)[\\])>]\\.?",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern FILE = Pattern.compile("/(?:sys|proc)/[\\w./:*?\\[\\]-]+");

    private static final Pattern KEY = Pattern.compile("[a-z]\\w*(?:\\.[\\w/-]+)+");

    record Line(int number, String text) {}

    private final List<Line> lines = new ArrayList<>();
    private final StringBuilder joined = new StringBuilder();

    Answers() {}

    static List<LogEvent> of(String document, Piece piece, Scanners scanners) {
        if (piece.command().isEmpty()) return List.of();
        List<String> all = piece.text().lines().toList();
        String question = "$ " + piece.command().strip() + " :=> ";
        Answers answers = new Answers();
        Answers files = new Answers();
        List<Line> said = new ArrayList<>();
        for (int i = 1; i < all.size(); i++) {
            String line = all.get(i).strip();
            if (!line.isEmpty() && !(i < 3 && NOTHING.matcher(line).matches())) {
                said.add(new Line(piece.firstLine() + i, line));
            }
        }
        if (said.size() > MOST) return List.of();
        // Where a command said nothing it is the command's own line that is cited.
        if (said.isEmpty()) {
            answers.add(new Line(piece.firstLine(), all.getFirst().strip()), question);
        }
        List<String> units = units(piece.command());
        for (int i = 0; i < said.size(); i++) {
            boolean each = units.size() == said.size();
            answers.add(said.get(i), (each ? units.get(i) : question) + said.get(i).text);
        }
        List<String> named = named(piece.command());
        if (named.size() == 1 || named.size() == said.size()) {
            for (int i = 0; i < said.size(); i++) {
                Line line = said.get(i);
                files.add(line, named.get(named.size() == 1 ? 0 : i) + line.text);
            }
        }
        if (SPLIT.matcher(piece.command()).find()) pairs(said, files);
        List<LogEvent> events = new ArrayList<>(answers.read(document, scanners.answers()));
        events.addAll(files.read(document, scanners.lines()));
        return events;
    }

    /// Names and numbers in turn, of an output that was put one word a line.
    private static void pairs(List<Line> said, Answers into) {
        for (int i = 0; i + 1 < said.size(); i++) {
            boolean pair =
                    COUNTER.matcher(said.get(i).text).matches()
                            && NUMBER.matcher(said.get(i + 1).text).matches();
            if (!pair) continue;
            // Both lines tell it.
            String whole = said.get(i).text + " " + said.get(i + 1).text;
            into.add(said.get(i), whole);
            into.add(said.get(i + 1), whole);
        }
    }

    private static final Pattern SPLIT =
            Pattern.compile(
                    "\\btr (?:-s )?['\"]?(?: |\\[:space:])['\"]? ['\"]?\\\\n|xargs -n ?1\\b");

    private static final Pattern COUNTER =
            Pattern.compile("[a-z][a-z0-9]{1,15}(?:_\\w{1,40}){1,8}");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,20}");

    /// `systemctl is-active a b` answers with a line a unit: the question for each.
    private static List<String> units(String command) {
        CommandLine line = CommandLine.of(command);
        boolean asks =
                line.program().equals("systemctl")
                        && !line.arguments().isEmpty()
                        && line.arguments().getFirst().startsWith("is-");
        if (!asks) return List.of();
        String verb = line.arguments().getFirst();
        return line.arguments().stream()
                .skip(1)
                .filter(a -> !a.startsWith("-"))
                .map(a -> "$ systemctl " + verb + " " + a + " :=> ")
                .toList();
    }

    /// What the lines of the output belong to, with the sign that joins them.
    private static List<String> named(String command) {
        if (command.indexOf(';') >= 0 || command.indexOf('|') >= 0) return List.of();
        CommandLine line = CommandLine.of(command);
        return switch (line.program()) {
            case "cat", "head", "more", "tail" ->
                    line.arguments().stream()
                            .filter(a -> FILE.matcher(a).matches())
                            .map(a -> a + ": ")
                            .toList();
            case "sysctl" ->
                    line.arguments().contains("-n")
                            ? line.arguments().stream()
                                    .filter(a -> KEY.matcher(a).matches())
                                    .map(a -> a + " = ")
                                    .toList()
                            : List.of();
            default -> List.of();
        };
    }

    void add(Line line, String as) {
        lines.add(line);
        joined.append(as.replace('\n', ' ')).append('\n');
    }

    List<LogEvent> read(String document, LogScanner scanner) {
        if (lines.isEmpty()) return List.of();
        byte[] utf8 = joined.toString().getBytes(StandardCharsets.UTF_8);
        LogScanner.Told told = scanner.scan(document, utf8);
        List<LogEvent> events = new ArrayList<>();
        for (LogEvent e : told.events()) {
            Line line = lines.get(Math.min(e.source().firstLine(), lines.size()) - 1);
            events.add(
                    new LogEvent(
                            e.kind(),
                            e.host(),
                            e.values(),
                            line.text,
                            e.count(),
                            line.number,
                            Source.line(document, line.number)));
        }
        return events;
    }
}
