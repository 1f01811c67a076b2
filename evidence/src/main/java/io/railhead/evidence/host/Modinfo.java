package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.ModuleFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `modinfo mlx5_core`: a block of members, which begins with the file's name; and the one line of
/// `modinfo -F version mlx5_core`.
@AutoService(Parser.class)
public final class Modinfo implements Parser {
    private static final Pattern MEMBER =
            Pattern.compile(
                    "(filename|version|license|description|author|firmware|alias|depends|srcversion"
                            + "|retpoline|intree|name|vermagic|sig_id|signer|sig_key|sig_hashalgo"
                            + "|signature|parm|parmtype|softdep|supported|rhelversion|import_ns"
                            + "|staging|weakdep|file):\\s+(\\S.*)");

    /// The hexadecimal rows of a signature.
    private static final Pattern SIGNATURE =
            Pattern.compile("\\s+(?:[0-9A-F]{2}:)+(?:[0-9A-F]{2})?");

    private static final Pattern VERSION = Pattern.compile("[\\w.:+~-]{1,60}");
    private static final Pattern FIELD =
            Pattern.compile("modinfo (?:-F ?|--field[= ])version (?:-\\S+ )*([\\w-]{1,60})");
    private static final Pattern KO = Pattern.compile(".*/([\\w-]{1,60})\\.ko(?:\\.\\w{1,4})?");

    @Override
    public String name() {
        return "modinfo";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(ModuleFile.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("modinfo");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.startsWith("filename:  "))
                && text.lines()
                        .anyMatch(l -> l.startsWith("vermagic:  ") || l.startsWith("license:  "));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "modinfo");
        List<Fact> facts = new ArrayList<>();
        Map<String, String> open = new LinkedHashMap<>();
        Optional<Lines.Line> first = Optional.empty();
        Lines.Line last = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 4096) continue;
            Optional<Matcher> member = line.match(MEMBER);
            if (member.isEmpty()) {
                if (SIGNATURE.matcher(line.text()).matches()) line.ignore();
                continue;
            }
            String name = member.get().group(1);
            if (name.equals("filename") && first.isPresent() && last != null) {
                facts.add(file(open, first.get(), last));
                open.clear();
                first = Optional.empty();
            }
            open.putIfAbsent(name, member.get().group(2).strip());
            if (first.isEmpty()) first = Optional.of(line);
            last = line.read();
        }
        if (first.isPresent() && last != null) facts.add(file(open, first.get(), last));
        if (facts.isEmpty()) field(lines, transcript.command()).ifPresent(facts::add);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no module told of"));
        return lines.reading(facts);
    }

    private static ModuleFile file(Map<String, String> members, Lines.Line first, Lines.Line last) {
        String file = members.getOrDefault("filename", "");
        Matcher ko = KO.matcher(file);
        return new ModuleFile(
                members.getOrDefault("name", ko.matches() ? ko.group(1).replace('-', '_') : ""),
                Optional.of(file).filter(f -> !f.isEmpty()),
                Optional.ofNullable(members.get("version")),
                Optional.ofNullable(members.get("signer")),
                first.to(last));
    }

    /// The only line of `modinfo -F version NAME`.
    private static Optional<ModuleFile> field(Lines lines, String command) {
        String above = lines.all().isEmpty() ? "" : lines.get(0).text();
        Matcher asked = FIELD.matcher(command + "\n" + above);
        boolean named = asked.find();
        List<Lines.Line> left = lines.left().stream().filter(l -> !l.isBlank()).toList();
        if (left.size() != 1 || left.getFirst().match(VERSION).isEmpty()) return Optional.empty();
        Lines.Line line = left.getFirst().read();
        return Optional.of(
                new ModuleFile(
                        named ? asked.group(1) : "",
                        Optional.empty(),
                        Optional.of(line.stripped()),
                        Optional.empty(),
                        line.source()));
    }
}
