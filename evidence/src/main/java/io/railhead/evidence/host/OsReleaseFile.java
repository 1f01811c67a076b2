package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.OsRelease;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// `/etc/os-release`: shell assignments (os-release(5)).
@AutoService(Parser.class)
public final class OsReleaseFile implements Parser {
    private static final Pattern KEY = Pattern.compile("[A-Z][A-Z0-9_]*");

    @Override
    public String name() {
        return "os-release";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "cat /etc/os-release").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(OsRelease.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return Files.reads(command, "/etc/os-release")
                || Files.reads(command, "/usr/lib/os-release");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.startsWith("ID="))
                && text.lines()
                        .anyMatch(l -> l.startsWith("NAME=") || l.startsWith("PRETTY_NAME="));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        Map<String, String> values = new HashMap<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            String text = line.stripped();
            if (text.startsWith("#")) {
                line.ignore();
                continue;
            }
            int eq = text.indexOf('=');
            if (eq <= 0 || !KEY.matcher(text.substring(0, eq)).matches()) continue;
            values.put(text.substring(0, eq), unquoted(text.substring(eq + 1)));
            line.read();
        }
        String id = values.getOrDefault("ID", "");
        if (id.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no ID in it"));
            return lines.reading(List.of());
        }
        String version = values.getOrDefault("VERSION_ID", "");
        return lines.reading(
                List.of(
                        new OsRelease(
                                id,
                                version,
                                values.getOrDefault("PRETTY_NAME", (id + " " + version).strip()),
                                lines.whole())));
    }

    private static String unquoted(String value) {
        boolean quoted =
                value.length() >= 2
                        && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                        && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
