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
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.RdmaSubsystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `rdma statistic` (iproute2): the hardware counters of each port on one line, with `-p` one a
/// line, with `-j` as JSON. Not collected: sysfs has the same counters and more.
@AutoService(Parser.class)
public final class RdmaStatistic implements Parser {

    private static final Pattern PORT = Pattern.compile("link +([\\w.-]+)/(\\d{1,4})(?: +(.*))?");

    private static final Pattern NAME = Pattern.compile("[a-zA-Z]\\w*");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^link +[\\w.-]+/\\d+(?:[ \\t]*\\R[ \\t]+|[ \\t]+)"
                            + "(?!lid |sm_lid |lmc |cntn )[a-z]\\w* +\\d");

    private static final Pattern JSON =
            Pattern.compile(
                    "\"ifname\": *\"[^\"]*\",\\s*\"port\": *\\d+,\\s*\"\\w+\": *\\d+"
                            + "(?!\\d)(?!,\\s*\"(?:type|lqpn)\")");

    private static final JsonShape SHAPE =
            JsonShape.of(
                    "rdma statistic JSON",
                    """
                    ifname   text
                    ifindex  count
                    port     count
                    *        count
                    """);

    @Override
    public String name() {
        return "rdma-statistic";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PortCounters.class, RdmaSubsystem.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("rdma")
                && !c.operands().isEmpty()
                && c.operands().getFirst().startsWith("stat")
                && !c.operands().contains("qp")
                && !c.operands().contains("mode");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text)
                || (text.contains("\"ifname\"") && JSON.matcher(text).find());
    }

    /// One port while its lines are read.
    private static final class Port {
        final String device;
        final int number;
        final Map<String, Long> counters = new LinkedHashMap<>();
        final Lines.Line first;
        Lines.Line last;

        Port(String device, int number, Lines.Line line) {
            this.device = device;
            this.number = number;
            this.first = line;
            this.last = line;
        }

        PortCounters fact() {
            return new PortCounters(device, number, Map.of(), counters, first.to(last));
        }
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "rdma");
        List<Fact> facts = new ArrayList<>();
        NoRdma.read(lines).ifPresent(facts::add);
        List<Port> ports = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> start = line.match(PORT);
            if (start.isPresent()) {
                Matcher m = start.get();
                Port port = new Port(m.group(1), Numbers.toInt(m.group(2)).orElse(1), line);
                String rest = m.group(3) == null ? "" : m.group(3);
                if (rest.isBlank() || counters(rest, port)) {
                    ports.add(port);
                    line.read();
                }
            } else if (!ports.isEmpty() && line.indent() > 0) {
                if (counters(line.stripped(), ports.getLast())) {
                    ports.getLast().last = line.read();
                }
            }
        }
        ports.stream().filter(p -> !p.counters.isEmpty()).map(Port::fact).forEach(facts::add);
        json(lines, facts);
        return lines.reading(facts);
    }

    /// Pairs of name and number. Optional counters follow the word `Optional-set:`.
    ///
    /// @return whether all of the text was such
    private static boolean counters(String text, Port port) {
        String[] words = text.strip().split("\\s+");
        Map<String, Long> read = new LinkedHashMap<>();
        int i = 0;
        while (i < words.length) {
            if (words[i].equals("Optional-set:")) {
                i++;
                continue;
            }
            OptionalLong value =
                    i + 1 < words.length ? Numbers.toCounter(words[i + 1]) : OptionalLong.empty();
            if (value.isEmpty() || !NAME.matcher(words[i]).matches()) break;
            read.put(words[i], value.getAsLong());
            i += 2;
        }
        // What was read of a line that was cut is kept; the line itself stays unread.
        port.counters.putAll(read);
        return i >= words.length;
    }

    private static void json(Lines lines, List<Fact> facts) {
        Json.Found found = Json.elements(lines, SHAPE);
        for (Json.Located element : found.values()) {
            Optional<String> device = Json.text(element.node(), "ifname");
            OptionalInt port = Json.integer(element.node(), "port");
            if (device.isEmpty() || port.isEmpty()) continue;
            Map<String, Long> counters = new LinkedHashMap<>();
            element.node()
                    .properties()
                    .forEach(
                            e -> {
                                if (Set.of("ifindex", "ifname", "port").contains(e.getKey()))
                                    return;
                                OptionalLong v = Json.whole(element.node(), e.getKey());
                                if (v.isPresent()) counters.put(e.getKey(), v.getAsLong());
                            });
            facts.add(
                    new PortCounters(
                            device.get(), port.getAsInt(), Map.of(), counters, element.source()));
        }
        found.problem().ifPresent(lines::unavailable);
    }
}
