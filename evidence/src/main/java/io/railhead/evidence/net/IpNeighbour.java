package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Json;
import io.railhead.evidence.JsonShape;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Neighbour;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// `ip -j neigh`, or as text: `10.0.0.2 dev eth1 lladdr 02:…:05 STALE`.
@AutoService(Parser.class)
public final class IpNeighbour implements Parser {
    private static final Pattern TEXT =
            Pattern.compile(
                    "([0-9a-fA-F.:]+) dev (\\S+)(?: lladdr ([0-9a-fA-F:]+))?((?: \\S+)*?)"
                            + "\\s+(PERMANENT|NOARP|REACHABLE|STALE|DELAY|PROBE|FAILED|INCOMPLETE|NONE)");

    private static final JsonShape SHAPE =
            JsonShape.of(
                    "ip neigh JSON",
                    """
                    dst      text
                    dev      text
                    lladdr   text
                    state[]  text
                    """);

    @Override
    public String name() {
        return "ip-neigh";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), "ip -j neigh | sed 's/},{/},\\n{/g'")
                        .cited("ip -j neigh")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Neighbour.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return IpCommand.shows(CommandLine.of(command), "neighbour");
    }

    @Override
    public boolean recognises(String text) {
        if (text.stripLeading().startsWith("[{")) {
            return text.contains("\"lladdr\"") && text.contains("\"state\":");
        }
        return text.lines()
                .filter(l -> l.length() < 300)
                .anyMatch(l -> TEXT.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ip");
        Json.Found found = Json.elements(lines, SHAPE);
        List<Fact> facts = new ArrayList<>();
        for (Json.Located located : found.values()) {
            fact(located.node(), located.source()).ifPresent(facts::add);
        }
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 300) continue;
            Optional<Matcher> m = line.match(TEXT);
            if (m.isEmpty()) continue;
            facts.add(
                    new Neighbour(
                            m.get().group(1),
                            m.get().group(2),
                            Optional.ofNullable(m.get().group(3)),
                            m.get().group(5),
                            line.read().source()));
        }
        found.problem().ifPresent(lines::unavailable);
        // No neighbour at all is an empty list and no failure.
        if (lines.all().isEmpty()) lines.complaint().ifPresent(lines::unavailable);
        return lines.reading(facts);
    }

    private static Optional<Fact> fact(JsonNode node, Source source) {
        Optional<String> address = Json.text(node, "dst");
        Optional<String> device = Json.text(node, "dev");
        if (address.isEmpty() || device.isEmpty()) return Optional.empty();
        String state =
                Json.array(node, "state").stream()
                        .filter(JsonNode::isString)
                        .map(n -> n.asString(""))
                        .findFirst()
                        .orElse("NONE");
        return Optional.of(
                new Neighbour(
                        address.get(), device.get(), Json.text(node, "lladdr"), state, source));
    }
}
