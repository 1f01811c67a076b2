package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LoginPath;
import io.railhead.model.fact.ProcessRights;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What stands between a line of limits.conf and a session: the capability bounding set, the user
/// namespace, `UsePAM` of sshd (the first one counts, sshd_config(5)) and the calls of pam_limits.
/// Rows `PATH:TEXT`.
@AutoService(Parser.class)
public final class LoginRights implements Parser {
    private static final Pattern BOUNDING = Pattern.compile("CapBnd:\\s*([0-9a-fA-F]{8,16})");
    private static final Pattern USERS =
            Pattern.compile("(\\d{1,10})\\s+(\\d{1,10})\\s+(\\d{1,10})");
    private static final Pattern USE_PAM =
            Pattern.compile("(?i)UsePAM[\\s=]+\"?(yes|no)\"?\\s*(?:#.*)?");
    private static final Pattern PAM_LIMITS =
            Pattern.compile("-?session\\s+(\\[[^\\]]{1,200}\\]|\\w+)\\s+\\S*pam_limits\\.so\\b.*");

    /// All users of the kernel: a map from 0 to 0 of so many is no user namespace.
    private static final String ALL = "4294967295";

    private static final String FILES =
            "/proc/self/status /proc/self/uid_map /etc/ssh/sshd_config.d/*.conf"
                    + " /etc/ssh/sshd_config /etc/pam.d/sshd /etc/pam.d/common-session"
                    + " /etc/pam.d/password-auth /etc/pam.d/system-auth";

    @Override
    public String name() {
        return "login-rights";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(
                                name(),
                                "grep -HsiE '^CapBnd:|^[[:space:]]*[0-9]+[[:space:]]+[0-9]"
                                        + "|^[[:space:]]*UsePAM|^[^#]*pam_limits' "
                                        + FILES
                                        + " || true")
                        .cited("grep -HiE 'CapBnd|UsePAM|pam_limits' " + FILES)
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(ProcessRights.class, LoginPath.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.contains("/proc/self/uid_map") && CommandLine.of(command).is("grep");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .filter(l -> l.length() < 400)
                .anyMatch(l -> l.strip().startsWith("/proc/self/status:CapBnd:"));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "grep");
        List<Fact> facts = new ArrayList<>();
        Optional<Lines.Line> bounding = Optional.empty();
        String set = "";
        boolean ownUsers = false;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            Optional<GrepRow> row = GrepRow.of(line, false);
            if (row.isEmpty()) continue;
            String text = row.get().text();
            Matcher m = BOUNDING.matcher(text);
            if (m.matches()) {
                bounding = Optional.of(line.read());
                set = m.group(1).toLowerCase(Locale.ROOT);
                continue;
            }
            m = USERS.matcher(text);
            if (row.get().baseName().equals("uid_map") && m.matches()) {
                line.read();
                ownUsers |= !(m.group(1) + m.group(2)).equals("00") || !m.group(3).equals(ALL);
                continue;
            }
            m = USE_PAM.matcher(text);
            if (m.matches()) {
                String value = m.group(1).toLowerCase(Locale.ROOT);
                facts.add(path(row.get(), "UsePAM", value, line));
                continue;
            }
            m = PAM_LIMITS.matcher(text);
            if (m.matches()) facts.add(path(row.get(), "pam_limits", m.group(1), line));
        }
        if (bounding.isPresent()) {
            facts.add(new ProcessRights(set, ownUsers, bounding.get().source()));
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("nothing printed"));
        return lines.reading(facts);
    }

    private static LoginPath path(GrepRow row, String item, String value, Lines.Line line) {
        return new LoginPath(row.path(), item, value, line.read().source());
    }
}
