package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.FileSection;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetplanFile;
import io.railhead.model.fact.NetplanInterface;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Netplan's files with their permissions: rows `MODE OWNER PATH`, then each file below a heading
/// `==> PATH <==`. A file pasted by itself is read, too.
@AutoService(Parser.class)
public final class Netplan implements Parser {
    private static final String FILES =
            "/etc/netplan/*.yaml /run/netplan/*.yaml /lib/netplan/*.yaml";
    private static final Pattern STAT = Pattern.compile("([0-7]{3,4}) (\\d+) (/\\S+\\.yaml)");
    private static final Pattern UNREADABLE =
            Pattern.compile("(?:head|cat|stat): .*'?(/\\S+?\\.yaml)'?.*: Permission denied");

    @Override
    public String name() {
        return "netplan";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(
                                name(),
                                "stat -c '%a %u %n' "
                                        + FILES
                                        + " 2>/dev/null; head -v -n 5000 "
                                        + FILES)
                        .cited("cat /etc/netplan/*.yaml")
                        .asPrompt()
                        .asRoot());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(NetplanFile.class, NetplanInterface.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.contains("/netplan/") && command.contains(".yaml")
                || command.strip().matches("(sudo )?netplan get( all)?");
    }

    @Override
    public boolean recognises(String text) {
        boolean network = false;
        boolean content = false;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            String s = line.strip();
            network |= s.equals("network:") || s.startsWith("network: {");
            content |=
                    s.equals("ethernets:")
                            || s.equals("bonds:")
                            || s.equals("vlans:")
                            || s.equals("bridges:")
                            || s.startsWith("renderer:")
                            || s.equals("version: 2");
        }
        return network && content;
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        Map<String, String> modes = new HashMap<>();
        Map<String, Lines.Line> rows = new HashMap<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Matcher m = line.match(STAT).orElse(null);
            if (m == null) continue;
            modes.put(m.group(3), m.group(1));
            rows.put(m.group(3), line.read());
        }
        List<Fact> facts = new ArrayList<>();
        List<FileSection> sections = FileSection.of(lines);
        Set<String> read = new HashSet<>();
        if (sections.isEmpty() && modes.isEmpty() && !lines.left().isEmpty()) {
            // One file by itself, under the name it was pasted with.
            sections = List.of(new FileSection(transcript.command(), lines.content()));
        }
        for (FileSection section : sections) {
            read.add(section.path());
            facts.addAll(NetplanYaml.read(section, modes.getOrDefault(section.path(), ""), lines));
        }
        rows.keySet().stream()
                .filter(path -> !read.contains(path))
                .sorted()
                .forEach(path -> lines.unavailable(path + " is there and could not be read"));
        if (facts.isEmpty() && rows.isEmpty()) {
            lines.unavailable(
                    lines.complaints().stream()
                            .filter(c -> UNREADABLE.matcher(c).matches())
                            .findFirst()
                            .orElse("no file under /etc/netplan, /run/netplan or /lib/netplan"));
        }
        return lines.reading(facts);
    }
}
