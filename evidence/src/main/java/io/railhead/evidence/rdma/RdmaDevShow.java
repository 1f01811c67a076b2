package io.railhead.evidence.rdma;

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
import io.railhead.model.fact.RdmaDevice;
import io.railhead.model.fact.RdmaSubsystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// `rdma dev` (iproute2), as text, with `-d`, and as JSON: one line a device.
@AutoService(Parser.class)
public final class RdmaDevShow implements Parser {

    private static final Pattern DEVICE =
            Pattern.compile("(\\d{1,9}): +([\\w.-]+): +(node_type .*)");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^\\d+: +[\\w.-]+: +node_type |^\\s*\"node_type\": *\""
                            + "|\"ifname\": *\"[^\"]*\", *\"node_type\"");

    private static final JsonShape SHAPE =
            JsonShape.of(
                    "rdma dev JSON",
                    """
                    ifindex         count
                    ifname          text
                    fw              text
                    node_guid       text
                    node_type       text
                    protocol        text
                    sys_image_guid  text
                    caps[]          text
                    adaptive-moderation  flag
                    """);

    @Override
    public String name() {
        return "rdma-dev";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "rdma dev").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(RdmaDevice.class, RdmaSubsystem.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("rdma") && !c.operands().isEmpty() && c.operands().getFirst().equals("dev");
    }

    @Override
    public boolean recognises(String text) {
        return TEXT.matcher(text).find();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "rdma");
        List<Fact> facts = new ArrayList<>();
        NoRdma.read(lines).ifPresent(facts::add);
        boolean inDevice = false;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> device = line.match(DEVICE);
            if (device.isPresent()) {
                Map<String, String> values = pairs(device.get().group(3));
                facts.add(device(device.get().group(2), values, line.source()));
                line.read();
                inDevice = true;
            } else if (inDevice && line.indent() > 0) {
                // `-d`: capabilities and moderation, which no fact holds.
                line.ignore();
            }
        }
        Json.Found found = Json.elements(lines, SHAPE);
        for (Json.Located element : found.values()) {
            JsonNode node = element.node();
            Optional<String> name = Json.text(node, "ifname");
            if (name.isEmpty()) continue;
            Map<String, String> values = new LinkedHashMap<>();
            node.properties()
                    .forEach(
                            e ->
                                    Json.text(node, e.getKey())
                                            .ifPresent(v -> values.put(e.getKey(), v)));
            facts.add(device(name.get(), values, element.source()));
        }
        found.problem().ifPresent(lines::unavailable);
        return lines.reading(facts);
    }

    private static Map<String, String> pairs(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        String[] words = text.strip().split("\\s+");
        for (int i = 0; i + 1 < words.length; i += 2) values.putIfAbsent(words[i], words[i + 1]);
        return values;
    }

    private static RdmaDevice device(String name, Map<String, String> values, Source source) {
        Map<String, String> others = new LinkedHashMap<>(values);
        others.keySet().removeAll(List.of("ifname", "fw", "node_guid"));
        return new RdmaDevice(
                name,
                Optional.empty(),
                Optional.ofNullable(values.get("fw")),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.ofNullable(values.get("node_guid")).map(Gids::guid),
                others,
                source);
    }
}
