package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LimitSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `/etc/security/limits.conf` and `limits.d`, in the order pam_limits reads them (limits.conf
/// first, then the others by name): rows `PATH:LINE:DOMAIN TYPE ITEM VALUE`.
@AutoService(Parser.class)
public final class LimitsFiles implements Parser {
    /// Items of limits.conf(5).
    private static final String ITEMS =
            "core|data|fsize|memlock|nofile|rss|stack|cpu|nproc|as|maxlogins|maxsyslogins"
                    + "|nonewprivs|priority|locks|sigpending|msgqueue|nice|rtprio|chroot";

    private static final Pattern ROW =
            Pattern.compile(
                    "([^\\s#]\\S*)\\s+(soft|hard|-)\\s+(" + ITEMS + ")\\s+(\\S+)(?:\\s+#.*)?");

    @Override
    public String name() {
        return "limits-files";
    }

    /// No setting at all is no failure, though it makes grep's status 1.
    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(
                                name(),
                                "grep -HnsvE '^[[:space:]]*(#|$)' /etc/security/limits.conf"
                                        + " /etc/security/limits.d/*.conf || true")
                        .cited("grep -n . /etc/security/limits.conf /etc/security/limits.d/*.conf")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(LimitSetting.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return command.contains("/etc/security/limits")
                && (line.is("grep")
                        || line.is("cat")
                        || line.program().startsWith("limits")
                        || command.startsWith("/etc/security/"));
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .filter(l -> l.length() < 400 && hasKind(l))
                .anyMatch(
                        l -> {
                            String s = l.strip();
                            int colon = s.lastIndexOf(':');
                            return ROW.matcher(s).matches()
                                    || (s.startsWith("/etc/security/")
                                            && ROW.matcher(s.substring(colon + 1).strip())
                                                    .matches());
                        });
    }

    /// Whether a line may have a kind of limit in it, which rules the pattern out for most.
    private static boolean hasKind(String line) {
        if (line.contains("soft") || line.contains("hard")) return true;
        int at = line.indexOf('-');
        while (at >= 0 && !isAlone(line, at)) at = line.indexOf('-', at + 1);
        return at >= 0;
    }

    private static boolean isAlone(String line, int at) {
        return at > 0
                && at + 1 < line.length()
                && Character.isWhitespace(line.charAt(at - 1))
                && Character.isWhitespace(line.charAt(at + 1));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        CommandLine command = lines.command();
        String single =
                command.is("cat") && command.operands().size() == 1
                        ? command.operands().getFirst()
                        : transcript.command();
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 4096) continue;
            Optional<GrepRow> grep = GrepRow.of(line, true);
            String text = grep.map(GrepRow::text).orElse(line.stripped());
            if (text.startsWith("#")) {
                line.ignore();
                continue;
            }
            Matcher m = ROW.matcher(text);
            if (!m.matches()) continue;
            facts.add(
                    new LimitSetting(
                            grep.map(GrepRow::path).orElse(single),
                            m.group(1),
                            m.group(2),
                            m.group(3),
                            m.group(4),
                            line.read().source()));
        }
        return lines.reading(facts);
    }
}
