package io.railhead.evidence.lldp;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A row a neighbour: `show lldp neighbors` of NX-OS and EOS, `show lldp table` of SONiC.
///
/// NX-OS puts a name that is too long for its column on a line of its own.
@AutoService(Parser.class)
public final class LldpNeighbours implements Parser {
    private static final Pattern NXOS =
            Pattern.compile("Device ID +Local Intf +Hold-time +Capability +Port ID");
    private static final Pattern EOS =
            Pattern.compile("Port +Neighbor Device ID +Neighbor Port ID +TTL");
    private static final Pattern SONIC =
            Pattern.compile("LocalPort +RemoteDevice +RemotePortID +Capability.*");
    private static final Pattern NXOS_ROW =
            Pattern.compile(
                    "(?:(\\S.{0,80}?) +)?((?:Eth|mgmt|Po)[\\d/]{1,16}) +\\d{1,6} +(?:[A-Z]{1,8} +)?"
                            + "(\\S.{0,80})");
    private static final Pattern EOS_ROW =
            Pattern.compile(
                    "((?:Et|Ma|Po)[\\d/]{1,16}) +(\\S{1,80}) +(\\S.{0,80}?) +(?:\\d{1,6}|-)");
    private static final Pattern NAME = Pattern.compile("\\S{2,200}");
    private static final Pattern REST =
            Pattern.compile(
                    "Capability codes:.*|(?:\\([A-Z]\\) [\\w ]{2,40}(?:, )?){1,6}"
                            + "|Total entries displayed: *\\d{1,6}|Last table change time *:.*"
                            + "|Number of table (?:inserts|deletes|drops|age-outs) *:.*|-{3,}");

    @Override
    public String name() {
        return "lldp-neighbours";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(LldpAnnouncement.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return (ShowCommand.is(command, "lldp", "neighbors")
                        || ShowCommand.is(command, "lldp", "neighbours")
                        || ShowCommand.is(command, "lldp", "table"))
                && !command.contains("detail");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().map(String::strip).anyMatch(l -> l.length() < 400 && isHeading(l));
    }

    private static final Pattern SONIC_ROW =
            Pattern.compile("(Ethernet\\d{1,4}|eth0) +(\\S{15,255}) +(\\S{1,255})(?: .*)?");

    private static boolean isHeading(String line) {
        return NXOS.matcher(line).matches()
                || EOS.matcher(line).matches()
                || SONIC.matcher(line).matches();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Tables.Table table : Tables.of(lines)) {
            if (!table.has("LocalPort", "RemoteDevice", "RemotePortID")) continue;
            table.take();
            lines.forEach(line -> wide(line, facts));
            for (Tables.Row row : table.rows()) sonic(table, row, facts);
        }
        Pattern rows = NAME;
        String name = "";
        for (Lines.Line line : lines) {
            String s = line.stripped();
            if (!line.isLeft() || s.length() > 400) continue;
            if (isHeading(s)) {
                rows = NXOS.matcher(s).matches() ? NXOS_ROW : EOS_ROW;
                line.ignore();
                continue;
            }
            if (REST.matcher(s).matches() || Ports.isRuler(s)) {
                line.ignore();
                continue;
            }
            Matcher m = rows.matcher(s);
            if (rows == NAME || !m.matches()) {
                if (rows != NXOS_ROW || line.indent() > 0 || !NAME.matcher(s).matches()) continue;
                name = s;
                line.read();
            } else if (rows == EOS_ROW) {
                line.read();
                add(m.group(1), m.group(2), m.group(3), Map.of(), line, facts);
            } else {
                line.read();
                add(
                        m.group(2),
                        m.group(1) == null ? name : m.group(1),
                        m.group(3),
                        Map.of(),
                        line,
                        facts);
                name = "";
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no neighbour is heard"));
        return lines.reading(facts);
    }

    /// A row of SONiC whose name is wider than its column.
    private static void wide(Lines.Line line, List<Fact> facts) {
        if (!line.isLeft() || line.text().length() > 400) return;
        Matcher m = SONIC_ROW.matcher(line.stripped());
        if (m.matches()) add(m.group(1), m.group(2), m.group(3), Map.of(), line.read(), facts);
    }

    private static void sonic(Tables.Table table, Tables.Row row, List<Fact> facts) {
        String description = row.cell(table.column("RemotePortDescr"));
        add(
                row.cell(table.column("LocalPort")),
                row.cell(table.column("RemoteDevice")),
                row.cell(table.column("RemotePortID")),
                description.isEmpty() ? Map.of() : Map.of("Port Description", description),
                row.line(),
                facts);
    }

    private static void add(
            String port,
            String system,
            String announced,
            Map<String, String> settings,
            Lines.Line line,
            List<Fact> facts) {
        facts.add(
                new LldpAnnouncement(
                        Ports.full(port),
                        End.PEER,
                        Optional.of(system).filter(s -> !s.isEmpty()),
                        Optional.empty(),
                        Ports.full(announced),
                        OptionalInt.empty(),
                        settings,
                        line.source()));
    }
}
