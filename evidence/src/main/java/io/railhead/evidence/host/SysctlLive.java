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
import io.railhead.model.fact.Sysctl;
import io.railhead.model.sysctl.SysctlKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Kernel settings as they are: files below `/proc/sys` as `grep -H` prints them
/// (`net/core/rmem_max:212992`), or `sysctl` (`net.core.rmem_max = 212992`).
@AutoService(Parser.class)
public final class SysctlLive implements Parser {
    /// `vm/stat_refresh` is left out: reading it makes every CPU work.
    private static final String COMMAND =
            "cd /proc/sys && grep -sH . net/core/* net/ipv4/* net/ipv4/neigh/default/gc_thresh*"
                    + " net/ipv4/conf/*/arp_* net/ipv4/conf/*/rp_filter"
                    + " net/ipv4/conf/*/accept_local net/ipv6/conf/*/disable_ipv6 fs/*"
                    + " kernel/* vm/[a-r]* vm/swappiness vm/[t-z]*";

    private static final Pattern PROC =
            Pattern.compile("(?:/proc/sys/)?((?:net|vm|kernel|fs|dev)/[^:\\s]+):(.*)");
    private static final Pattern TOOL =
            Pattern.compile("((?:net|vm|kernel|fs|dev|abi|user)\\.[\\w./:@-]+) = ?(.*)");

    @Override
    public String name() {
        return "sysctl";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), COMMAND).expectLarge().asPrompt().cited("grep -r . /proc/sys"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Sysctl.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return command.startsWith("cd /proc/sys &&")
                || command.equals("grep -r . /proc/sys")
                || (line.is("sysctl") && !line.has("--system") && !line.has("-p"));
    }

    @Override
    public boolean recognises(String text) {
        boolean any = false;
        for (String raw : (Iterable<String>) text.lines().limit(500)::iterator) {
            String line = raw.strip();
            // A configuration file looks alike; comments and tight signs tell it.
            if (line.startsWith("#") || line.startsWith("*")) return false;
            if (line.length() > 4096) continue;
            any |= TOOL.matcher(line).matches() || PROC.matcher(line).matches();
        }
        return any;
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "sysctl");
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, Source> sources = new LinkedHashMap<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 16_384) continue;
            Optional<Matcher> m = line.match(PROC);
            String key;
            if (m.isPresent()) {
                key = SysctlKey.ofPath(m.get().group(1));
            } else {
                m = line.match(TOOL);
                if (m.isEmpty()) continue;
                key = m.get().group(1);
            }
            String value = SysctlKey.folded(m.get().group(2));
            // A value of several lines.
            values.merge(key, value, (a, b) -> a + " " + b);
            sources.putIfAbsent(key, line.source());
            line.read();
        }
        List<Fact> facts = new ArrayList<>();
        values.forEach(
                (key, value) -> {
                    Source source = sources.get(key);
                    if (source != null) facts.add(new Sysctl(key, value, source));
                });
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no setting printed"));
        return lines.reading(facts);
    }
}
