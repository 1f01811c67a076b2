package io.railhead.evidence.paste;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What programs print that run one command on many machines: each line begins with the name of
/// the machine that said it, `gpu01: active_mtu: 4096 (5)`.
///
/// Such a piece is one piece a machine, of the command that was carried there; lines of the others
/// are blank in it, so that lines keep their numbers.
final class FanOut {
    /// With the machines and the command that it carries.
    private static final Pattern PROGRAM =
            Pattern.compile(
                    "^(?:sudo )?(?:\\S*/)?(?:pdsh|clush|dsh|psh|xdsh|gsh)\\b(?<arguments>.*)$");

    /// A launcher says in its log what it started where.
    private static final Pattern STARTED =
            Pattern.compile("\\b(?:pdsh|clush)\\b(?: -\\w+(?: \\d+)?){0,6} -w ?(?<machines>\\S+)");

    private static final Pattern ROW =
            Pattern.compile("^(?<machine>[A-Za-z0-9][\\w.-]{0,62}): ?(?<text>.*)$");

    /// A machine whose command failed, which for `grep` means that it found nothing.
    private static final Pattern EXITED =
            Pattern.compile(
                    "^(?:pdsh@\\S+|clush): (?<machine>[\\w.-]+): .*exited with exit code \\d+.*$");

    /// Those that the command names.
    private static final Pattern ASKED = Pattern.compile(" -w ?(?<machines>\\S+)");

    /// The carried command in quotes, or what stands behind the options and their values.
    private static final Pattern QUOTED = Pattern.compile("(['\"])(?<command>[^'\"].*)\\1\\s*$");

    private static final Pattern BEHIND_OPTIONS =
            Pattern.compile("^(?: +-[A-Za-z]\\b(?: ?[^ -]\\S*)?)* +(?<command>[a-z/]\\S*.*)$");

    /// Machines of one piece; more are no rack that anybody pastes.
    private static final int MOST = 64;

    /// Lines of the text that are looked at for a launcher's command.
    private static final int LOOKED_AT = 400;

    private FanOut() {}

    static boolean isOne(String command) {
        return PROGRAM.matcher(command).matches();
    }

    /// Pieces with each machine's own in the place of what was printed for all; what stands below
    /// that is a piece of nobody.
    static List<Piece> apart(List<Piece> pieces) {
        List<Piece> all = new ArrayList<>();
        for (Piece piece : pieces) {
            Set<String> machines = machines(piece);
            if (machines.isEmpty()) {
                all.add(piece);
                continue;
            }
            List<String> lines = piece.text().lines().toList();
            int rows = rows(lines, asked(piece.command()));
            machines.forEach(m -> all.add(of(m, piece, lines.subList(0, rows))));
            if (rows == lines.size()) continue;
            StringBuilder rest = new StringBuilder();
            lines.subList(rows, lines.size()).forEach(l -> rest.append(l).append('\n'));
            all.add(new Piece("", "", piece.firstLine() + rows, rest.toString()));
        }
        return all;
    }

    /// Names that stand before lines and are those of machines.
    static Set<String> machines(List<Piece> pieces, String text) {
        Set<String> all = new TreeSet<>();
        for (Piece piece : pieces) all.addAll(machines(piece));
        text.lines()
                .limit(LOOKED_AT)
                .filter(l -> l.contains(" -w"))
                .map(STARTED::matcher)
                .filter(Matcher::find)
                .findFirst()
                .ifPresent(m -> all.addAll(named(m.group("machines"), text)));
        return all;
    }

    /// Those of a list such as `gpu[01-04],login` that lines of the text begin with.
    private static Set<String> named(String list, String text) {
        Pattern machine = form(list);
        Set<String> all = new TreeSet<>();
        text.lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(m -> m.group("machine"))
                .filter(m -> all.size() < MOST && machine.matcher(m).matches())
                .forEach(all::add);
        return all;
    }

    private static Pattern form(String list) {
        List<String> forms = new ArrayList<>();
        for (String item : list.split(",(?![^\\[]*\\])")) {
            int open = item.indexOf('[');
            forms.add(
                    open < 0
                            ? Pattern.quote(item)
                            : Pattern.quote(item.substring(0, open)) + "\\d+\\S{0,40}");
        }
        return Pattern.compile(String.join("|", forms));
    }

    /// What names of the machines of a command look like; of one that takes a group, anything.
    private static Pattern asked(String command) {
        Matcher m = ASKED.matcher(command);
        return m.find() ? form(m.group("machines")) : Pattern.compile(".+");
    }

    /// How many lines, the command's own among them, were printed for machines.
    private static int rows(List<String> lines, Pattern machine) {
        int rows = 1;
        for (int n = 1; n < lines.size(); n++) {
            String line = lines.get(n);
            Matcher row = ROW.matcher(line);
            boolean own = row.matches() && machine.matcher(row.group("machine")).matches();
            if (own || EXITED.matcher(line).matches()) rows = n + 1;
            else if (!line.isBlank()) break;
        }
        return rows;
    }

    /// The names before the lines of a piece; none where it is no such program's, or its first line
    /// has none.
    private static Set<String> machines(Piece piece) {
        if (!isOne(piece.command())) return Set.of();
        List<String> lines = piece.text().lines().toList();
        Pattern machine = asked(piece.command());
        Set<String> all = new LinkedHashSet<>();
        for (String line : lines.subList(1, rows(lines, machine))) {
            Matcher exited = EXITED.matcher(line);
            Matcher row = ROW.matcher(line);
            if (exited.matches()) all.add(exited.group("machine"));
            else if (row.matches()) all.add(row.group("machine"));
        }
        return all.size() > MOST ? Set.of() : all;
    }

    private static Piece of(String machine, Piece piece, List<String> lines) {
        StringBuilder own = new StringBuilder(lines.getFirst()).append('\n');
        for (String line : lines.subList(1, lines.size())) {
            Matcher row = ROW.matcher(line);
            boolean is = row.matches() && row.group("machine").equals(machine);
            if (is && !EXITED.matcher(line).matches()) own.append(row.group("text"));
            own.append('\n');
        }
        return new Piece(machine, carried(piece.command()), piece.firstLine(), own.toString());
    }

    static String carried(String command) {
        Matcher program = PROGRAM.matcher(command);
        if (!program.matches()) return command;
        String arguments = program.group("arguments");
        Matcher quoted = QUOTED.matcher(arguments);
        if (quoted.find()) return quoted.group("command").strip();
        Matcher behind = BEHIND_OPTIONS.matcher(arguments);
        return behind.matches() ? behind.group("command").strip() : command;
    }
}
