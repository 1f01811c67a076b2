package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Bandwidth;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `ethtool IF`: a heading `Settings for IF:`, rows `Key: value`, and rows that go on in further
/// indented lines.
@AutoService(Parser.class)
public final class EthtoolSettings implements Parser {
    private static final String HEADING = "Settings for ";

    @Override
    public String name() {
        return "ethtool";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.each(Probe.Each.INTERFACE, name(), "ethtool $x").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(EthtoolLink.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return line.is("ethtool")
                && line.arguments().size() == 1
                && !line.arguments().getFirst().startsWith("-");
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
        @Nullable Block block = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<String> heading = line.after(HEADING);
            if (heading.isPresent()) {
                if (block != null) block.finish(facts);
                String name = heading.get();
                block = new Block(name.endsWith(":") ? name.substring(0, name.length() - 1) : name);
            } else if (block == null && line.text().indexOf(':') > 0) {
                block = new Block(EthtoolFailure.interfaceOf(lines, ""));
            }
            if (block != null) block.take(line);
        }
        if (block != null) block.finish(facts);
        if (facts.isEmpty()) lines.unavailable(failure.orElse("no settings printed"));
        return lines.reading(facts);
    }

    private static final class Block {
        private final String name;
        private final Map<String, String> settings = new LinkedHashMap<>();
        private int base = -1;
        private String key = "";
        private Lines.@Nullable Line first;
        private Lines.@Nullable Line last;

        Block(String name) {
            this.name = name;
        }

        void take(Lines.Line line) {
            if (first == null) first = line;
            if (line.after(HEADING).isPresent()) {
                line.read();
                last = line;
                return;
            }
            String text = line.stripped();
            int colon = text.indexOf(':');
            if (!key.isEmpty() && columns(line.text()) > base) {
                settings.merge(key, text, (a, b) -> a.isEmpty() ? b : a + " " + b);
            } else if (colon > 0) {
                if (base < 0) base = columns(line.text());
                key = text.substring(0, colon);
                settings.put(key, text.substring(colon + 1).strip());
            } else {
                return;
            }
            line.read();
            last = line;
        }

        /// Where the text starts, tabs counted to the next multiple of eight.
        private static int columns(String text) {
            int column = 0;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '\t') column += 8 - column % 8;
                else if (c == ' ') column++;
                else break;
            }
            return column;
        }

        void finish(List<Fact> into) {
            if (settings.isEmpty() || first == null || last == null) return;
            into.add(
                    new EthtoolLink(
                            name,
                            speed(settings.getOrDefault("Speed", "")),
                            Optional.ofNullable(settings.get("Duplex"))
                                    .filter(d -> !d.isEmpty() && !d.startsWith("Unknown")),
                            Optional.ofNullable(settings.get("Port")).filter(p -> !p.isEmpty()),
                            onOff(settings.get("Auto-negotiation")),
                            onOff(settings.get("Link detected")),
                            settings,
                            first.to(last)));
        }
    }

    private static Optional<Bandwidth> speed(String text) {
        OptionalDouble value = Numbers.leading(text);
        return value.isPresent() && text.contains("Mb/s") && value.getAsDouble() > 0
                ? Optional.of(Bandwidth.mbps(value.getAsDouble()))
                : Optional.empty();
    }

    /// `Link detected: no (No cable)` carries its reason.
    static Optional<Boolean> onOff(@Nullable String text) {
        if (text == null) return Optional.empty();
        if (text.startsWith("on") || text.startsWith("yes")) return Optional.of(true);
        if (text.startsWith("off") || text.startsWith("no")) return Optional.of(false);
        return Optional.empty();
    }
}
