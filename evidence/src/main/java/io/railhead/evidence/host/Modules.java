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
import io.railhead.model.fact.KernelModule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `/proc/modules` with versions from sysfs, or `lsmod`. A module that only sysfs shows is built
/// into the kernel.
@AutoService(Parser.class)
public final class Modules implements Parser {
    /// `mlx5_core 2170880 2 mlx5_ib,mlx5_vdpa, Live 0xffffffffc0a3f000 (OE)`.
    private static final Pattern LOADED =
            Pattern.compile(
                    "([A-Za-z0-9_]+) \\d+ -?\\d+ \\S+ (?:Live|Loading|Unloading) 0x[0-9a-f]+.*");

    private static final Pattern LSMOD_HEAD = Pattern.compile("Module\\s+Size\\s+Used by");
    private static final Pattern LSMOD =
            Pattern.compile("([A-Za-z0-9_]+)\\s+\\d+\\s+-?\\d+(?:\\s+\\S.*)?");
    private static final Pattern LSMOD_ONLY =
            Pattern.compile("[a-z][a-z0-9_]+\\s+\\d{4,10}\\s+-?\\d{1,6}(?:\\s+[a-z0-9_,]+)?");
    private static final Pattern VERSION =
            Pattern.compile("/sys/module/([A-Za-z0-9_]+)/version:(.*)");

    @Override
    public String name() {
        return "modules";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), "cat /proc/modules; grep -sH . /sys/module/*/version")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(KernelModule.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("lsmod") || Files.reads(command, "/proc/modules");
    }

    @Override
    public boolean recognises(String text) {
        boolean onlyRows = true;
        boolean rows = false;
        for (String raw : (Iterable<String>) text.lines()::iterator) {
            String l = raw.strip();
            if (l.isEmpty() || l.startsWith("$ ") || l.length() > 4096) continue;
            if (l.startsWith("Module") && LSMOD_HEAD.matcher(l).matches()) return true;
            if (l.contains(" 0x") && LOADED.matcher(l).matches()) return true;
            // `lsmod | grep …` has lost its heading.
            onlyRows = onlyRows && LSMOD_ONLY.matcher(l).matches();
            rows |= onlyRows;
        }
        return rows && onlyRows;
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        Map<String, Source> sources = new LinkedHashMap<>();
        Map<String, String> versions = new LinkedHashMap<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 16_384) continue;
            Matcher m = line.match(VERSION).orElse(null);
            if (m != null) {
                versions.put(m.group(1), m.group(2).strip());
                sources.putIfAbsent(m.group(1), line.read().source());
                continue;
            }
            if (line.match(LSMOD_HEAD).isPresent()) {
                line.read();
                continue;
            }
            m = line.match(LOADED).or(() -> line.match(LSMOD)).orElse(null);
            if (m != null) sources.putIfAbsent(m.group(1), line.read().source());
        }
        List<Fact> facts = new ArrayList<>();
        sources.forEach(
                (name, source) ->
                        facts.add(
                                new KernelModule(
                                        name, Optional.ofNullable(versions.get(name)), source)));
        if (lines.complaint().orElse("").contains("/proc/modules")) {
            lines.unavailable("the kernel has no loadable modules; only built-in ones are known");
        } else if (facts.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no module loaded"));
        }
        return lines.reading(facts);
    }
}
