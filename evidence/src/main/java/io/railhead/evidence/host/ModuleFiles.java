package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.ModuleSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What people have files say of kernel modules: `/etc/modules`, `/etc/modules-load.d`,
/// `/etc/modprobe.d`, in rows `PATH:LINE:TEXT`.
@AutoService(Parser.class)
public final class ModuleFiles implements Parser {
    private static final String FILES =
            "/etc/modules /etc/modules-load.d/*.conf /etc/modprobe.d/*.conf";
    private static final Pattern LOAD =
            Pattern.compile("([A-Za-z0-9_-]{1,64})(?:\\s+([^#]*?))?\\s*(?:#.*)?");
    private static final Pattern MODPROBE =
            Pattern.compile(
                    "(options|blacklist|install|remove|alias|softdep)\\s+(\\S{1,200})"
                            + "(?:\\s+(.*?))?\\s*");

    @Override
    public String name() {
        return "module-files";
    }

    /// No setting at all is no failure, though it makes grep's status 1.
    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), "grep -HnsvE '^[[:space:]]*([#;]|$)' " + FILES + " || true")
                        .cited("grep -n . " + FILES)
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(ModuleSetting.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.contains("/etc/modules-load.d/") && CommandLine.of(command).is("grep");
    }

    /// Lines of modprobe.d alone stand in other listings, too.
    @Override
    public boolean recognises(String text) {
        return text.lines()
                .filter(l -> l.length() < 400)
                .anyMatch(l -> l.strip().matches("/etc/modules-load\\.d/[^\\s:]+:\\d+:.*"));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "grep");
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 4096) continue;
            Optional<GrepRow> row = GrepRow.of(line, true);
            if (row.isEmpty()) continue;
            String path = row.get().path();
            boolean modprobe = path.contains("/modprobe.d/");
            Matcher m = (modprobe ? MODPROBE : LOAD).matcher(row.get().text());
            if (!m.matches()) continue;
            String word = modprobe ? m.group(1) : "load";
            String value = m.group(modprobe ? 3 : 2);
            facts.add(
                    new ModuleSetting(
                            path,
                            word,
                            m.group(modprobe ? 2 : 1),
                            value == null ? "" : value.strip(),
                            line.read().source()));
        }
        return lines.reading(facts);
    }
}
