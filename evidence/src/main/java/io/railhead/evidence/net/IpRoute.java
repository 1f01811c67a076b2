package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Json;
import io.railhead.evidence.JsonShape;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// `ip -j route show table all`, or `ip route` as text. Routes of the table `local`, which the
/// kernel makes for every address, are ignored.
@AutoService(Parser.class)
public final class IpRoute implements Parser {
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?:(?:unicast|unreachable|blackhole|prohibit|local|broadcast|multicast|anycast)"
                            + " )?(default|[0-9a-fA-F.:]+(?:/\\d{1,3})?)(?: .*)?");

    private static final JsonShape SHAPE =
            JsonShape.of(
                    "ip route JSON",
                    """
                    dst                 text
                    dev                 text
                    gateway             text
                    prefsrc             text
                    metric              whole 0..4294967295
                    table               plain
                    nexthops[].dev      text
                    nexthops[].gateway  text
                    """);

    @Override
    public String name() {
        return "ip-route";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), "ip -j route show table all | sed 's/},{/},\\n{/g'")
                        .cited("ip -j route show table all")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Route.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return IpCommand.shows(CommandLine.of(command), "route");
    }

    @Override
    public boolean recognises(String text) {
        if (text.stripLeading().startsWith("[{")) {
            return text.contains("\"dst\"")
                    && text.contains("\"dev\"")
                    && (text.contains("\"scope\"") || text.contains("\"gateway\""))
                    && !text.contains("\"lladdr\"");
        }
        List<String> lines = text.lines().filter(l -> !l.isBlank()).limit(50).toList();
        return !lines.isEmpty()
                && lines.stream().allMatch(l -> TEXT.matcher(l.strip()).matches())
                && lines.stream()
                        .anyMatch(
                                l ->
                                        l.contains(" dev ")
                                                && (l.contains(" via ")
                                                        || l.contains(" proto ")
                                                        || l.contains(" scope ")));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ip");
        Json.Found found = Json.elements(lines, SHAPE);
        List<Fact> facts = new ArrayList<>();
        for (Json.Located located : found.values()) {
            fact(located.node(), located.source()).ifPresent(facts::add);
        }
        if (found.values().isEmpty()) {
            for (Lines.Line line : lines) text(line).ifPresent(facts::add);
        }
        found.problem().ifPresent(lines::unavailable);
        if (found.values().isEmpty() && facts.isEmpty() && found.problem().isEmpty()) {
            lines.complaint().ifPresent(lines::unavailable);
        }
        return lines.reading(facts);
    }

    private static Optional<Fact> fact(JsonNode node, Source source) {
        Optional<String> destination = Json.text(node, "dst");
        Optional<String> device = Json.text(node, "dev");
        String table = Json.text(node, "table").orElse("main");
        if (destination.isEmpty() || table.equals("local")) return Optional.empty();
        Optional<String> gateway = Json.text(node, "gateway");
        if (device.isEmpty()) {
            // A route over several links has them in `nexthops`.
            Optional<JsonNode> hop = Json.array(node, "nexthops").stream().findFirst();
            device = hop.flatMap(h -> Json.text(h, "dev"));
            gateway = gateway.or(() -> hop.flatMap(h -> Json.text(h, "gateway")));
        }
        return Optional.of(
                new Route(
                        destination.get(),
                        device.orElse(""),
                        gateway,
                        Json.text(node, "prefsrc"),
                        Json.integer(node, "metric"),
                        table,
                        source));
    }

    private static Optional<Fact> text(Lines.Line line) {
        if (!line.isLeft() || line.match(TEXT).isEmpty()) return Optional.empty();
        List<String> words = line.words();
        if (!words.contains("dev") && !words.contains("via")) return Optional.empty();
        line.read();
        String table = after(words, "table").orElse("main");
        if (table.equals("local")) return Optional.empty();
        String first = words.getFirst();
        boolean typed = Character.isLetter(first.charAt(0)) && !first.equals("default");
        boolean bare = typed && first.indexOf(':') < 0 && words.size() > 1;
        return Optional.of(
                new Route(
                        bare ? words.get(1) : first,
                        after(words, "dev").orElse(""),
                        after(words, "via"),
                        after(words, "src"),
                        after(words, "metric").map(Numbers::toInt).orElse(OptionalInt.empty()),
                        table,
                        line.source()));
    }

    private static Optional<String> after(List<String> words, String word) {
        int i = words.indexOf(word);
        return i >= 0 && i + 1 < words.size() ? Optional.of(words.get(i + 1)) : Optional.empty();
    }
}
