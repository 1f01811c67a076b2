package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Json;
import io.railhead.evidence.JsonShape;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaLink;
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

/// `rdma link` (iproute2), as text, with `-d`, and as JSON: one line a port. Very old versions
/// number the lines: `1/1: mlx5_0/1: state …`. Also what `rdma` and `ibv_devices` say on a machine
/// without RDMA.
@AutoService(Parser.class)
public final class RdmaLinkShow implements Parser {

    private static final Pattern PORT =
            Pattern.compile("(?:link +|\\d+/\\d+: +)([\\w.-]+)/(\\d{1,4}):? +(.*\\bstate +.*)");

    /// `-d`: capabilities and the driver on lines of their own.
    private static final Pattern DETAIL = Pattern.compile("(caps:|driver) +(.*)");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:link +|\\d+/\\d+: +)[\\w.-]+/\\d+:? +(?:[a-z_]+ +\\S+ +){0,8}?state +[A-Z]"
                            + "|^\\s*\"physical_state\": *\"");

    private static final Pattern JSON =
            Pattern.compile("\"state\": *\"[A-Z_]+\", *\"physical_state\"");

    private static final JsonShape SHAPE =
            JsonShape.of(
                    "rdma link JSON",
                    """
                    ifname          text
                    port            whole 0..255
                    state           text
                    physical_state  text
                    netdev          text
                    subnet_prefix   text
                    lid             whole 0..65535
                    sm_lid          whole 0..65535
                    driver          text
                    """);

    @Override
    public String name() {
        return "rdma-link";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "rdma link").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(RdmaLink.class, RdmaSubsystem.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("rdma") && !c.operands().isEmpty() && c.operands().getFirst().equals("link");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text)
                || (text.contains("\"physical_state\"") && JSON.matcher(text).find())
                || text.lines().anyMatch(NoRdma::isNoSubsystem);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "rdma");
        List<Fact> facts = new ArrayList<>();
        NoRdma.read(lines).ifPresent(facts::add);
        List<RdmaLink> links = new ArrayList<>();
        Lines.Line current = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> port = line.match(PORT);
            if (port.isPresent()) {
                Optional<RdmaLink> link = link(port.get(), line.source());
                link.ifPresent(links::add);
                if (link.isPresent()) current = line.read();
            } else if (current != null && line.indent() > 0) {
                Lines.Line first = current;
                line.match(DETAIL)
                        .ifPresent(m -> links.add(detailed(links.removeLast(), m, first, line)));
            }
        }
        json(lines, links);
        facts.addAll(links);
        boolean answered = !links.isEmpty() || transcript.exitCode() == 0;
        if (facts.isEmpty() && answered && lines.left().isEmpty() && lines.complaint().isEmpty()) {
            // No port, and no complaint: there is a subsystem, without devices.
            facts.add(new RdmaSubsystem(true, lines.whole()));
        } else if (!links.isEmpty()) {
            facts.add(new RdmaSubsystem(true, links.getFirst().source()));
        }
        return lines.reading(facts);
    }

    private static Optional<RdmaLink> link(Matcher m, Source source) {
        Map<String, String> values = new LinkedHashMap<>();
        String[] words = m.group(3).strip().split("\\s+");
        for (int i = 0; i + 1 < words.length; i += 2) values.putIfAbsent(words[i], words[i + 1]);
        String state = values.get("state");
        if (state == null) return Optional.empty();
        return Optional.of(
                new RdmaLink(
                        m.group(1),
                        Numbers.toInt(m.group(2)).orElse(1),
                        state,
                        Optional.ofNullable(values.get("physical_state")),
                        Optional.ofNullable(values.get("netdev")),
                        Optional.ofNullable(values.get("subnet_prefix")),
                        Numbers.toInt(values.getOrDefault("lid", "")),
                        Numbers.toInt(values.getOrDefault("sm_lid", "")),
                        Optional.empty(),
                        source));
    }

    private static RdmaLink detailed(RdmaLink link, Matcher m, Lines.Line first, Lines.Line line) {
        line.read();
        return new RdmaLink(
                link.device(),
                link.port(),
                link.state(),
                link.physicalState(),
                link.netdev(),
                link.subnetPrefix(),
                link.lid(),
                link.subnetManagerLid(),
                m.group(1).equals("driver") ? Optional.of(m.group(2).strip()) : link.driver(),
                first.to(line));
    }

    private static void json(Lines lines, List<RdmaLink> links) {
        Json.Found found = Json.elements(lines, SHAPE);
        for (Json.Located element : found.values()) {
            JsonNode node = element.node();
            Optional<String> device = Json.text(node, "ifname");
            Optional<String> state = Json.text(node, "state");
            OptionalInt port = Json.integer(node, "port");
            if (device.isEmpty() || state.isEmpty() || port.isEmpty()) continue;
            links.add(
                    new RdmaLink(
                            device.get(),
                            port.getAsInt(),
                            state.get(),
                            Json.text(node, "physical_state"),
                            Json.text(node, "netdev"),
                            Json.text(node, "subnet_prefix"),
                            Json.integer(node, "lid"),
                            Json.integer(node, "sm_lid"),
                            Json.text(node, "driver"),
                            element.source()));
        }
        found.problem().ifPresent(lines::unavailable);
    }
}
