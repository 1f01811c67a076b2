package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Offloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `ethtool -k IF`: a heading `Features for IF:` and rows `name: on|off [fixed]`, those that belong
/// to a group indented by a tab.
@AutoService(Parser.class)
public final class EthtoolOffloads implements Parser {
    private static final String HEADING = "Features for ";
    private static final Pattern ROW =
            Pattern.compile("([\\w-]+(?: [\\w-]+)*):\\s+(on|off)(\\s+\\[[^\\]]*\\])*");

    @Override
    public String name() {
        return "ethtool-k";
    }

    /// Asks for all interfaces at once, which ethtool before 5.8 cannot.
    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(
                                name(),
                                "ethtool -k '*' 2>/dev/null || for i in /sys/class/net/*;"
                                        + " do ethtool -k ${i##*/}; done")
                        .cited("ethtool -k '*'")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Offloads.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ethtool", "-k", "--show-features", "--show-offload");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.strip().startsWith(HEADING));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ethtool");
        Optional<String> failure = EthtoolFailure.in(lines);
        List<Fact> facts = new ArrayList<>();
        String name = EthtoolFailure.interfaceOf(lines, "");
        Map<String, Boolean> features = new LinkedHashMap<>();
        Set<String> fixed = new TreeSet<>();
        Lines.@Nullable Line first = null;
        Lines.@Nullable Line last = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<String> heading = line.after(HEADING);
            if (heading.isPresent()) {
                if (first != null && last != null && !features.isEmpty())
                    facts.add(new Offloads(name, features, fixed, first.to(last)));
                features = new LinkedHashMap<>();
                fixed = new TreeSet<>();
                name = heading.get().replace(":", "");
                first = line.read();
                last = line;
                continue;
            }
            Optional<Matcher> row = line.match(ROW);
            if (row.isEmpty()) continue;
            String feature = row.get().group(1);
            features.put(feature, row.get().group(2).equals("on"));
            if (line.text().contains("[fixed]")) fixed.add(feature);
            if (first == null) first = line;
            last = line.read();
        }
        if (first != null && last != null && !features.isEmpty())
            facts.add(new Offloads(name, features, fixed, first.to(last)));
        if (facts.isEmpty()) lines.unavailable(failure.orElse("no features printed"));
        return lines.reading(facts);
    }
}
