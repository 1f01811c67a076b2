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
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// `ip -j addr` and `ip -j link`, best with `-d`; also the same as text, and `ip -br addr`, as
/// people paste them.
@AutoService(Parser.class)
public final class IpAddr implements Parser {

    private static final JsonShape SHAPE =
            JsonShape.of(
                    "ip JSON",
                    """
                    ifname                 text
                    ifindex                count
                    mtu                    count
                    max_mtu                count
                    operstate              text
                    flags[]                text
                    link_type              text
                    linkinfo.info_kind     text
                    address                text
                    master                 text
                    altnames[]             text
                    parentdev              text
                    addr_info[].local      text
                    addr_info[].prefixlen  whole 0..128
                    addr_info[].scope      text
                    addr_info[].dynamic    flag
                    """);

    @Override
    public String name() {
        return "ip-addr";
    }

    /// Broken into a line an object, so that evidence can quote one.
    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), "ip -d -j addr | sed 's/},{/},\\n{/g'")
                        .cited("ip -d -j addr")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(NetInterface.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return IpCommand.shows(CommandLine.of(command), "address", "link");
    }

    @Override
    public boolean recognises(String text) {
        return (text.contains("\"ifname\"") && text.contains("\"operstate\""))
                || text.lines().anyMatch(IpAddrText::isHead)
                || IpAddrText.isBrief(text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ip");
        Json.Found found = Json.elements(lines, SHAPE);
        List<Fact> facts = new ArrayList<>();
        for (Json.Located located : found.values()) {
            fact(located.node(), located.source()).ifPresent(facts::add);
        }
        if (facts.isEmpty()) facts.addAll(IpAddrText.read(lines));
        found.problem().ifPresent(lines::unavailable);
        if (facts.isEmpty() && found.problem().isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no interface printed"));
        }
        return lines.reading(facts);
    }

    private static Optional<Fact> fact(JsonNode node, Source source) {
        Optional<String> name = Json.text(node, "ifname");
        OptionalInt mtu = Json.integer(node, "mtu");
        // With a filter, ip prints `{}` for interfaces that do not match.
        if (name.isEmpty() || mtu.isEmpty()) return Optional.empty();
        List<String> flags = strings(node, "flags");
        String linkType = Json.text(node, "link_type").orElse("");
        JsonNode info = node.get("linkinfo");
        OptionalInt maxMtu = Json.integer(node, "max_mtu");
        return Optional.of(
                new NetInterface(
                        name.get(),
                        Json.integer(node, "ifindex").orElse(0),
                        mtu.getAsInt(),
                        Json.text(node, "operstate").orElse("UNKNOWN"),
                        flags.contains("UP"),
                        flags.contains("LOWER_UP"),
                        Json.text(node, "address").orElse(""),
                        info == null ? linkType : Json.text(info, "info_kind").orElse(linkType),
                        Json.text(node, "master"),
                        addresses(node),
                        // Zero means that the driver sets no bound.
                        maxMtu.orElse(0) > 0 ? maxMtu : OptionalInt.empty(),
                        OptionalInt.empty(),
                        strings(node, "altnames"),
                        Json.text(node, "parentdev"),
                        source));
    }

    private static List<InterfaceAddress> addresses(JsonNode node) {
        List<InterfaceAddress> addresses = new ArrayList<>();
        for (JsonNode a : Json.array(node, "addr_info")) {
            Optional<String> local = Json.text(a, "local");
            OptionalInt prefix = Json.integer(a, "prefixlen");
            if (local.isEmpty() || prefix.isEmpty()) continue;
            JsonNode dynamic = a.get("dynamic");
            addresses.add(
                    new InterfaceAddress(
                            local.get(),
                            prefix.getAsInt(),
                            Json.text(a, "scope").orElse("global"),
                            dynamic != null && dynamic.isBoolean() && dynamic.booleanValue()));
        }
        return addresses;
    }

    private static List<String> strings(JsonNode node, String member) {
        return Json.array(node, member).stream()
                .filter(JsonNode::isString)
                .map(n -> n.asString(""))
                .toList();
    }
}
