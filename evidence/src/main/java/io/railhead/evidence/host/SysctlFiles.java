package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.SysctlSetting;
import io.railhead.model.sysctl.SysctlKey;
import io.railhead.model.sysctl.SysctlOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Kernel settings in files: rows `file PATH` name every file there is, rows `PATH:LINE:TEXT` hold
/// what is neither blank nor comment.
@AutoService(Parser.class)
public final class SysctlFiles implements Parser {
    private static final String COMMAND =
            "set -- /etc/sysctl.d/*.conf /run/sysctl.d/*.conf /usr/local/lib/sysctl.d/*.conf"
                    + " /usr/lib/sysctl.d/*.conf /lib/sysctl.d/*.conf /etc/sysctl.conf;"
                    + " printf 'file %s\\n' \"$@\"; grep -HnsvE '^[[:space:]]*([#;]|$)' \"$@\""
                    + " || true";
    private static final String SHOWN = "grep -n . /etc/sysctl.d/*.conf /etc/sysctl.conf ...";
    private static final Pattern FILE = Pattern.compile("file (/\\S+)");
    /// `sysctl --system` says which file it reads.
    private static final Pattern APPLYING = Pattern.compile("\\* Applying (/\\S+) \\.\\.\\.");

    /// A line that names the file below it: systemd-analyze (`# PATH`), tail and head
    /// (`==> PATH <==`), and what people echo in a loop.
    private static final Pattern HEADING =
            Pattern.compile("[#=*:>\\s-]*(/\\S+?\\.conf)[<=#*:\\s-]*");

    private static final Pattern SETTING = Pattern.compile("-?\\s*([\\w.*/:@-]+?)\\s*=\\s*(.*)");
    private static final Pattern KNOWN = Pattern.compile("-?(?:net|vm|kernel|fs|dev)[./]\\S+.*");

    private record Row(String path, String key, String value, Source source) {}

    @Override
    public String name() {
        return "sysctl-files";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), COMMAND).cited(SHOWN).asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SysctlSetting.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return command.startsWith("set -- /etc/sysctl.d/")
                || command.equals(SHOWN)
                || (line.is("sysctl") && line.has("--system"))
                || isSystemdOrder(line)
                || ((line.is("cat") || line.is("tail") || line.is("head") || line.is("grep"))
                        && line.operands().stream().anyMatch(f -> isFile(f)))
                || isFile(command.strip());
    }

    /// `systemd-analyze cat-config sysctl.d` prints the files in the order in which they are read.
    private static boolean isSystemdOrder(CommandLine line) {
        return line.is("systemd-analyze")
                && line.has("cat-config")
                && line.arguments().stream()
                        .anyMatch(a -> a.equals("sysctl.d") || a.startsWith("sysctl.d/"));
    }

    private static Optional<String> heading(String text) {
        return Optional.of(HEADING.matcher(text))
                .filter(Matcher::matches)
                .map(m -> m.group(1))
                .filter(SysctlFiles::isFile);
    }

    private static boolean isFile(String path) {
        return SysctlOrder.isOrdered(path) && path.endsWith(".conf");
    }

    @Override
    public boolean recognises(String text) {
        boolean setting = false;
        boolean comment = false;
        boolean tight = false;
        for (String raw : (Iterable<String>) text.lines().limit(500)::iterator) {
            String line = raw.strip();
            if (line.isEmpty() || line.length() > 4096) continue;
            if (FILE.matcher(line).matches() && line.contains("/sysctl")) return true;
            if (APPLYING.matcher(line).matches()) return true;
            if (line.startsWith("#") || line.startsWith(";") || heading(line).isPresent()) {
                comment = true;
            } else {
                boolean known = KNOWN.matcher(line).matches() && SETTING.matcher(line).matches();
                if (!known) return false;
                setting = true;
                tight |= !line.contains(" = ");
            }
        }
        return setting && (comment || tight);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "cat", "grep", "sysctl", "systemd-analyze");
        Set<String> files = new LinkedHashSet<>();
        List<Row> rows = new ArrayList<>();
        String single = single(transcript, lines.command());
        boolean applied = isSystemdOrder(lines.command());
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 16_384) continue;
            Optional<Matcher> file = line.match(FILE);
            if (file.isPresent()) {
                // A pattern that matched nothing stands as it was written.
                if (!file.get().group(1).contains("*")) files.add(file.get().group(1));
                line.read();
                continue;
            }
            Optional<Matcher> applying = line.match(APPLYING);
            if (applying.isPresent()) {
                single = applying.get().group(1);
                files.add(single);
                applied = true;
                line.read();
                continue;
            }
            Optional<String> heading = heading(line.stripped());
            if (heading.isPresent()) {
                single = heading.get();
                files.add(single);
                line.read();
                continue;
            }
            Optional<GrepRow> grep = GrepRow.of(line, true);
            String path = grep.isPresent() ? grep.get().path() : single;
            String text = grep.map(GrepRow::text).orElse(line.stripped());
            if (text.startsWith("#") || text.startsWith(";")) {
                line.ignore();
                continue;
            }
            Optional<Matcher> m = Optional.of(SETTING.matcher(text)).filter(Matcher::matches);
            if (m.isPresent()) {
                String key = SysctlKey.dotted(m.get().group(1));
                String value = SysctlKey.folded(m.get().group(2));
                rows.add(new Row(path, key, value, line.read().source()));
                files.add(path);
            } else if (text.startsWith("-") && text.indexOf(' ') < 0) {
                // `-net.ipv4.conf.eth0.rp_filter`: left out of a pattern of keys.
                line.ignore();
            }
        }
        lines.complaint().ifPresent(lines::unavailable);
        // What sysctl itself did is the order.
        return lines.reading(inOrder(applied ? List.copyOf(files) : SysctlOrder.of(files), rows));
    }

    private static List<Fact> inOrder(List<String> read, List<Row> rows) {
        List<Fact> facts = new ArrayList<>();
        for (String file : read) {
            for (Row row : rows) {
                if (!row.path.equals(file)) continue;
                facts.add(
                        new SysctlSetting(
                                file, row.key, row.value, read.indexOf(file), row.source));
            }
        }
        return facts;
    }

    /// The file that the whole output is of, when it is of one.
    private static String single(Transcript t, CommandLine line) {
        List<String> named = line.operands().stream().filter(SysctlFiles::isFile).toList();
        return (line.is("cat") || line.is("grep")) && named.size() == 1
                ? named.getFirst()
                : t.machine().isEmpty() || isFile(t.command()) ? t.command() : "";
    }
}
