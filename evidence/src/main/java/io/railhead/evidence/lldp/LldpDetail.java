package io.railhead.evidence.lldp;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A block a neighbour: `lldpcli show neighbors` and `lldpctl` (lldpd, on hosts, SONiC, Cumulus),
/// `show lldp neighbors detail` of NX-OS and EOS.
@AutoService(Parser.class)
public final class LldpDetail implements Parser {
    /// The first row of a block, with the local port where it is told there.
    private static final Pattern BEGIN =
            Pattern.compile(
                    "Interface: +(?<lldpd>\\S{1,40}), via: \\S.*"
                            + "|Interface (?<eos>\\S{1,40}) detected \\d{1,4} LLDP neighbors?:"
                            + "|Chassis id: (?<nxos>\\S.{0,100})");
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^Interface: +\\S{1,40}, via: LLDP|^Interface \\S{1,40} detected \\d"
                            + "|^Chassis id: \\S.*\\RPort id: \\S");
    private static final Pattern ROW =
            Pattern.compile("(?:- )?([A-Za-z][\\w /().-]{1,40}?) *: *(\\S.{0,400})?");
    private static final Pattern REST =
            Pattern.compile(
                    "-{3,}|LLDP neighbors:|Capability codes:.*|(?:\\([A-Z]\\) [\\w ]{2,40}(?:, )?){1,6}"
                            + "|Total entries displayed: *\\d{1,6}|Neighbor \\S+, age .*"
                            + "|Discovered .*|- (?:IEEE|Management|Port|System)[\\w ,.]*:?");

    /// Asks lldpd only where it runs.
    private static final String SCRIPT =
            "[ -S /run/lldpd.socket ] || { echo 'lldpd does not run' >&2; exit 1; };"
                    + " timeout -k 1 2 lldpcli show neighbors | head -n 600";

    @Override
    public String name() {
        return "lldp-detail";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), SCRIPT)
                        .cited("lldpcli show neighbors")
                        .asRoot()
                        .within(Duration.ofSeconds(3))
                        .asPrompt()); // It limits the tool itself.
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(LldpAnnouncement.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return command.equals(SCRIPT)
                || c.is("lldpctl")
                || c.is("lldpcli", "show")
                || ShowCommand.is(command, "lldp", "neighbors") && command.contains("detail");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        @Nullable Block block = null;
        for (Lines.Line line : lines) {
            String s = line.stripped();
            if (!line.isLeft() || s.length() > 1000) continue;
            Matcher begin = BEGIN.matcher(s);
            if (begin.matches()) {
                if (block != null) block.close(facts);
                block = new Block(line.read(), begin);
            } else if (REST.matcher(s).matches()) {
                line.ignore();
            } else if (block != null) {
                Matcher row = ROW.matcher(s);
                if (!row.matches()) continue;
                block.row(row.group(1), row.group(2) == null ? "" : row.group(2), line.read());
            }
        }
        if (block != null) block.close(facts);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no neighbour is heard"));
        return lines.reading(facts);
    }

    /// One neighbour.
    private static final class Block {
        private final Lines.Line first;
        private Lines.Line last;
        private final Map<String, String> rows = new LinkedHashMap<>();

        Block(Lines.Line line, Matcher begin) {
            first = line;
            last = line;
            for (String name : List.of("lldpd", "eos")) {
                if (begin.group(name) != null) rows.put("local", begin.group(name));
            }
            if (begin.group("nxos") != null) rows.put("Chassis id", begin.group("nxos"));
        }

        void row(String name, String value, Lines.Line line) {
            String plain = value.strip();
            if (plain.length() > 1 && plain.startsWith("\"") && plain.endsWith("\"")) {
                plain = plain.substring(1, plain.length() - 1);
            }
            if (!plain.isEmpty()) rows.putIfAbsent(name, plain);
            last = line;
        }

        private Optional<String> any(String... names) {
            for (String name : names) {
                String value = rows.get(name);
                if (value != null) return Optional.of(value);
            }
            return Optional.empty();
        }

        void close(List<Fact> facts) {
            Optional<String> port = any("local", "Local Port id");
            // lldpd names the kind before the value: `mac 02:…`, `ifname Ethernet1/7`.
            Optional<String> announced =
                    any("PortID", "Port id", "Port ID")
                            .map(p -> p.replaceFirst("^(?:mac|ifname|local|ifalias|ip) ", ""));
            if (port.isEmpty() || announced.isEmpty()) return;
            OptionalInt mtu =
                    any("MFS", "Max Frame Size", "Maximum frame size")
                            .map(v -> Numbers.toInt(v.replaceAll("\\D.*", "")))
                            .orElse(OptionalInt.empty());
            Map<String, String> settings = new LinkedHashMap<>(rows);
            any("PortDescr", "Port Description")
                    .ifPresent(d -> settings.put("Port Description", d));
            facts.add(
                    new LldpAnnouncement(
                            Ports.full(port.get()),
                            End.PEER,
                            any("SysName", "System Name").filter(n -> !n.equals("not advertised")),
                            any("ChassisID", "Chassis id", "Chassis ID")
                                    .map(c -> c.replaceFirst("^(?:mac|local|ip) ", "")),
                            Ports.full(announced.get()),
                            mtu,
                            settings,
                            first.to(last)));
        }
    }
}
