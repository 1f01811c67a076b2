package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.ModuleReading;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `show interface transceiver details`: a module's identity, then a table of what it measures,
/// for the whole module or for each lane.
@AutoService(Parser.class)
public final class NxosTransceiver implements Parser {
    private static final Pattern PORT = Pattern.compile("Ethernet\\d[\\d/]{1,16}");
    private static final Pattern LANE = Pattern.compile("Lane Number: ?(\\d{1,3}).*");
    private static final String CELL = "(N/A|-?\\d{1,6}(?:\\.\\d{1,6})?)(?: (?:C|V|mA|dBm))?";
    private static final Pattern ROW =
            Pattern.compile(
                    "(Temperature|Voltage|Current|Tx Power|Rx Power) +"
                            + CELL
                            + " *(\\+\\+|--|\\+|-)? +"
                            + CELL
                            + " +"
                            + CELL
                            + " +"
                            + CELL
                            + " +"
                            + CELL);

    /// What else stands there: the module's identity, headings, remarks.
    private static final Pattern REST =
            Pattern.compile(
                    "(?:transceiver is|type is|name is|part number is|revision is|serial number is"
                            + "|nominal bitrate is|Link length supported|cisco |number of lanes"
                            + "|SFP Detail Diagnostics|Current +Alarms|Measurement +High"
                            + "|Transmit Fault Count|Note:|wavelength is|firmware|DOM is|media type).*");

    @Override
    public String name() {
        return "nxos-show-interface-transceiver";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(ModuleReading.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "interface", "transceiver")
                || ShowCommand.is(command, "interface", "*", "transceiver");
    }

    @Override
    public boolean recognises(String text) {
        return text.contains("SFP Detail Diagnostics Information")
                || (text.contains("    transceiver is ")
                        && text.lines().anyMatch(l -> PORT.matcher(l.strip()).matches()));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        String port = "";
        OptionalInt lane = OptionalInt.empty();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            String s = line.stripped();
            Matcher m;
            if (PORT.matcher(s).matches()) {
                port = s;
                lane = OptionalInt.empty();
                line.read();
            } else if ((m = LANE.matcher(s)).matches()) {
                lane = Numbers.toInt(m.group(1));
                line.read();
            } else if ((m = ROW.matcher(s)).matches()) {
                facts.add(reading(port, lane, m, line.read()));
            } else if (Ports.isRuler(s) || REST.matcher(s).matches()) {
                line.ignore();
            }
        }
        if (facts.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no module measures anything"));
        }
        return lines.reading(facts);
    }

    private static ModuleReading reading(
            String port, OptionalInt lane, Matcher m, Lines.Line line) {
        return new ModuleReading(
                port,
                lane,
                switch (m.group(1)) {
                    case "Temperature" -> ModuleReading.Quantity.TEMPERATURE;
                    case "Voltage" -> ModuleReading.Quantity.VOLTAGE;
                    case "Current" -> ModuleReading.Quantity.BIAS;
                    case "Tx Power" -> ModuleReading.Quantity.TX_POWER;
                    default -> ModuleReading.Quantity.RX_POWER;
                },
                value(m.group(2)),
                new ModuleReading.Limits(value(m.group(5)), value(m.group(4))),
                new ModuleReading.Limits(value(m.group(7)), value(m.group(6))),
                m.group(3) == null ? "" : m.group(3),
                m.group(1),
                line.source());
    }

    private static OptionalDouble value(String text) {
        return Numbers.toDouble(text);
    }
}
