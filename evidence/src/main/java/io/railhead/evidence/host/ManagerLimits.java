package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.ManagerLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The limits that systemd gives to services: `systemctl show -p DefaultLimitMEMLOCK …`, or the
/// same rows of `system.conf`. A row with `Soft` is the soft limit.
@AutoService(Parser.class)
public final class ManagerLimits implements Parser {
    private static final Pattern ROW = Pattern.compile("DefaultLimit([A-Z]+)(Soft)?=\\s*(\\S*)");

    /// What systemd before 233 prints for no limit: 2^64-1.
    private static final String OLD_INFINITY = "18446744073709551615";

    /// What systemctl says without a running systemd, without asking it.
    static final String IF_RUNNING =
            "[ -d /run/systemd/system ] || { echo 'System has not been booted with systemd as init"
                    + " system (PID 1).' >&2; exit 1; }; ";

    @Override
    public String name() {
        return "manager-limits";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(
                                name(),
                                IF_RUNNING
                                        + "systemctl show -p DefaultLimitMEMLOCK,DefaultLimitMEMLOCKSoft,"
                                        + "DefaultLimitNOFILE,DefaultLimitNOFILESoft,DefaultLimitNPROC,"
                                        + "DefaultLimitSTACK")
                        .cited("systemctl show -p DefaultLimitMEMLOCK,...")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(ManagerLimit.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.contains("DefaultLimit")
                && (command.startsWith(IF_RUNNING) || CommandLine.of(command).is("systemctl"));
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> ROW.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            String text = line.stripped();
            if (text.startsWith("#") || text.equals("[Manager]")) {
                line.ignore();
                continue;
            }
            Matcher m = line.match(ROW).orElse(null);
            if (m == null || m.group(3).isEmpty()) continue;
            String item = m.group(1).toLowerCase(Locale.ROOT);
            facts.add(
                    new ManagerLimit(
                            m.group(2) == null ? item : item + "-soft",
                            limit(m.group(3)),
                            line.read().source()));
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no default limit shown"));
        return lines.reading(facts);
    }

    static String limit(String value) {
        return value.equals(OLD_INFINITY) ? "infinity" : value;
    }
}
