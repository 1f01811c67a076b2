package io.railhead.evidence.paste;

import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parsers;
import io.railhead.evidence.log.Prefixes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Cuts a document where a prompt or a heading shows that another command was run.
public final class Pieces {
    /// More pieces than this are nonsense; the rest stays in the last one.
    static final int MOST = 20_000;

    private static final int LONGEST_PROMPT = 400;

    /// A shell's prompts: `ann@gpu01:~$ `, `[ann@gpu01 ~]# `, `[esx01:~] `, `leaf1# `, `$ `.
    private static final List<Pattern> PROMPTS =
            List.of(
                    Pattern.compile(
                            "^(?:\\([\\w.-]+\\) ?)?[\\w.-]+@(?<host>[\\w.-]+)[: ][^#$%>]{0,80}[#$%] *(?<command>\\S.*)$"),
                    Pattern.compile(
                            "^\\[[\\w.-]+@(?<host>[\\w.-]+) [^\\]]{0,80}\\] ?[#$] *(?<command>\\S.*)$"),
                    Pattern.compile(
                            "^\\[(?<host>[A-Za-z][\\w.-]*)(?: [^\\]@]{1,80})?\\] ?[#$] *(?<command>[a-zA-Z/.].*)$"),
                    Pattern.compile("^\\[(?<host>[\\w.-]+):[^\\]]{0,80}\\] (?<command>\\S.*)$"),
                    Pattern.compile(
                            "^(?<host>[A-Za-z][\\w.-]*)(?: \\[[\\w: .-]{1,60}\\])?(?: ?\\([\\w/-]+\\))? ?[#>] ?(?<command>(?:show|sh|display|nv|run|sudo|config|module)\\b.*)$"),
                    Pattern.compile(
                            "^(?<host>[A-Za-z][\\w.-]*):(?:~|/)[^#$%> ]{0,80}[#$%] +(?<command>\\S.*)$"),
                    Pattern.compile(
                            "^(?<host>[A-Za-z][\\w.-]*)\\(conf\\w*(?:-[\\w/:.-]{1,40})?\\) ?# ?(?<command>[a-z]\\S.*)$"),
                    Pattern.compile("^[$%] (?<command>\\S.*)$"));

    /// A host's or a node's name alone before the prompt: `gpu1$ lsmod`, `node B# hostname`. Only
    /// before a known program.
    private static final Pattern BARE =
            Pattern.compile(
                    "^(?<host>[A-Za-z][\\w.-]*(?: [\\w.-]{1,20})?)[#$] ?(?<command>[a-zA-Z/.].*)$");

    /// `ing1 ~ # sysctl -a`, `gpu01:~ # ibstat`: prompts with a blank before their sign, which
    /// configuration with a comment has as well. Only before a known program.
    private static final Pattern SPACED =
            Pattern.compile(
                    "^(?<host>[A-Za-z][\\w.-]*)(?: |: ?)[~/][\\w./-]{0,80} [#$%] +(?<command>[a-zA-Z/.].*)$");

    /// What carries a command elsewhere: `ssh gpu1 -- nvidia-smi`, `docker exec -it c1 ulimit -l`.
    private static final Pattern CARRIED =
            Pattern.compile(
                    "^(?:(?:sudo|time) )?(?:ssh(?: -[pliJFo] ?\\S+| -[a-zA-Z]+)* (?:[\\w.-]+@)?(?<host>[A-Za-z0-9][\\w.-]*)(?: --)?"
                            + "|(?:docker|podman|nerdctl) exec(?: --?[\\w=-]+)* (?<container>[A-Za-z0-9][\\w.-]*)"
                            + "|kubectl (?:-\\S+ \\S+ )*exec(?: -n \\S+| --?[\\w=-]+)* (?<pod>[a-z0-9][\\w./-]*)(?: -[cn] \\S+)* --) "
                            + "(?<command>\\S.*)$");

    /// Headings of scripts: `=== gpu01: ibstat ===`, `--- show_gids ---`, `## ip addr`, `+ ibstat`.
    private static final Pattern HEADING =
            Pattern.compile(
                    "^(?:[=*#-]{2,}|[#+])[ :>]*(?:(?<host>[A-Za-z][\\w.-]*): ?)?(?<command>[a-zA-Z/].*?)[ :<]*[=*#-]*$");

    /// Headings that name a machine alone: `==== gpu01 ====`, `#### sink03 (receiver)`.
    private static final Pattern MACHINE_HEADING =
            Pattern.compile(
                    "^[=*#-]{2,}[ :>]*(?:(?:[Nn]ode|[Hh]ost|[Ss]erver|[Ss]witch|[Oo]n)[: ]+)?"
                            + "(?<host>[A-Za-z][\\w.-]*\\d[\\w.-]*?)(?: \\([^)]{0,60}\\))?[ :<]*[=*#-]*$");

    /// `gpu01 | CHANGED | rc=0 >>` of ansible.
    private static final Pattern ANSIBLE =
            Pattern.compile(
                    "^(?<host>[A-Za-z0-9][\\w.-]*) \\| (?:CHANGED|SUCCESS|FAILED!?)(?: \\| rc=\\d+)? (?:\\([a-z]+\\) )?>>$");

    /// What dshbak and `clush -b` put between two rulers: `gpu[01-02] (2)`.
    private static final Pattern RULED =
            Pattern.compile("^(?<host>[A-Za-z0-9][\\w.-]*(?:\\[[\\d,-]+\\])?)(?: \\(\\d+\\))?$");

    private static final Pattern RULER = Pattern.compile("^-{8,}$");

    /// Programs after which a heading is a command and no sentence.
    private static final Set<String> PROGRAMS = programs();

    private static Set<String> programs() {
        try (InputStream in = Pieces.class.getResourceAsStream("programs.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(l -> !l.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Pieces() {}

    /// The pieces in order; one of the whole document when nothing cuts it.
    public static List<Piece> of(String document) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        String machine = "";
        String command = "";
        int first = 1;
        int number = 0;
        String above = "";
        String twoAbove = "";
        String spread = "";
        List<String> raws = document.lines().toList();
        DashedNames dashed = new DashedNames(raws);
        for (String raw : raws) {
            number++;
            String whole = Lines.clean(raw);
            String line = Prefixes.stripped(whole);
            Optional<Head> head =
                    pieces.size() < MOST
                            ? dashed.at(number - 1)
                                    .map(h -> new Head(h, ""))
                                    .or(() -> head(line))
                                    .or(ruled(twoAbove, above, line, spread))
                                    .or(() -> ansible(whole))
                            : Optional.empty();
            twoAbove = above;
            above = line;
            if (head.isPresent()) {
                if (!text.toString().isBlank()) {
                    pieces.add(new Piece(machine, command, first, text.toString()));
                }
                text.setLength(0);
                first = number;
                // A bare `$` prompt is of the machine that the prompts before it named.
                machine = head.get().host.isEmpty() ? machine : head.get().host;
                command = head.get().command;
                if (FanOut.isOne(command)) spread = command;
            }
            text.append(line).append('\n');
        }
        if (!text.isEmpty()) pieces.add(new Piece(machine, command, first, text.toString()));
        return pieces;
    }

    private record Head(String host, String command) {}

    private static Optional<Head> head(String line) {
        if (line.length() < 3 || line.length() > LONGEST_PROMPT) return Optional.empty();
        char c = line.charAt(0);
        if (!Character.isLetter(c) && "[($%=*#-+".indexOf(c) < 0) return Optional.empty();
        if (Character.isLetter(c)
                && line.indexOf('#') < 0
                && line.indexOf('$') < 0
                && line.indexOf('>') < 0
                && line.indexOf('%') < 0) return Optional.empty();
        for (Pattern prompt : PROMPTS) {
            Matcher m = prompt.matcher(line);
            if (m.matches()) {
                boolean named = m.namedGroups().containsKey("host");
                return Optional.of(head(named ? m.group("host") : "", m.group("command").strip()));
            }
        }
        for (Pattern named : List.of(BARE, SPACED)) {
            Matcher bare = named.matcher(line);
            if (bare.matches() && isCommand(bare.group("command"))) {
                return Optional.of(head(bare.group("host"), bare.group("command").strip()));
            }
        }
        Matcher alone = MACHINE_HEADING.matcher(line);
        if (alone.matches() && !isCommand(alone.group("host"))) {
            return Optional.of(head(alone.group("host"), ""));
        }
        Matcher m = HEADING.matcher(line);
        if (!m.matches()) return Optional.empty();
        String command = m.group("command");
        if (!isCommand(command)) return Optional.empty();
        String host = m.group("host");
        return Optional.of(head(host == null ? "" : host, command));
    }

    /// @param whole the line with what collectors put before it, which looks much alike
    private static Optional<Head> ansible(String whole) {
        if (!whole.endsWith(">>")) return Optional.empty();
        Matcher m = ANSIBLE.matcher(whole);
        return m.matches() ? Optional.of(new Head(m.group("host"), "")) : Optional.empty();
    }

    /// A machine's name between two rulers, below a program that runs a command on many.
    private static Supplier<Optional<Head>> ruled(
            String ruler, String name, String line, String command) {
        return () -> {
            if (!FanOut.isOne(command) || !RULER.matcher(line).matches()) return Optional.empty();
            Matcher m = RULED.matcher(name);
            return RULER.matcher(ruler).matches() && m.matches()
                    ? Optional.of(new Head(m.group("host"), FanOut.carried(command)))
                    : Optional.empty();
        };
    }

    private static Head head(String host, String command) {
        Matcher m = CARRIED.matcher(command);
        if (!m.matches()) return new Head(host, command);
        String inner = m.group("command").strip();
        if (inner.length() > 2
                && (inner.charAt(0) == '"' || inner.charAt(0) == '\'')
                && inner.charAt(inner.length() - 1) == inner.charAt(0)) {
            inner = inner.substring(1, inner.length() - 1);
        }
        String there = Optional.ofNullable(m.group("host")).orElse(host);
        return new Head(there, inner.isBlank() ? command : inner);
    }

    private static boolean isCommand(String text) {
        return PROGRAMS.contains(CommandLine.of(text).program())
                || Parsers.installed().forCommand(text).isPresent();
    }
}
