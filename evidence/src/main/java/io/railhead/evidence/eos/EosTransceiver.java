package io.railhead.evidence.eos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
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
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `show interfaces transceiver`: what each module measures, a row a port.
@AutoService(Parser.class)
public final class EosTransceiver implements Parser {
    private static final Pattern TEXT =
            Pattern.compile("(?m)^Port +\\(Celsius\\) +\\(Volts\\) +\\(mA\\) +\\(dBm\\)");
    private static final String CELL = " +(N/A|-?\\d{1,5}(?:\\.\\d{1,4})?)";
    private static final Pattern ROW =
            Pattern.compile(
                    "((?:Et|Ethernet)\\d[\\d/]{0,12})" + CELL + CELL + CELL + CELL + CELL + " +.*");
    private static final Pattern REST =
            Pattern.compile(
                    "(?:If device is externally|N/A: not|mA: milli|Bias +Optical|Temp +Voltage"
                            + "|Port +\\(Celsius\\)|-----).*");

    /// Columns in their order.
    private static final List<ModuleReading.Quantity> COLUMNS =
            List.of(
                    ModuleReading.Quantity.TEMPERATURE,
                    ModuleReading.Quantity.VOLTAGE,
                    ModuleReading.Quantity.BIAS,
                    ModuleReading.Quantity.TX_POWER,
                    ModuleReading.Quantity.RX_POWER);

    private static final List<String> TERMS =
            List.of("Temp", "Voltage", "Bias Current", "Optical Tx Power", "Optical Rx Power");

    @Override
    public String name() {
        return "eos-show-interfaces-transceiver";
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
        return ShowCommand.is(command, "interfaces", "transceiver")
                || ShowCommand.is(command, "interfaces", "*", "transceiver");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            // Trailing blanks are gone: the last column may be empty.
            Matcher m = ROW.matcher(line.text() + " ");
            if (m.matches()) {
                line.read();
                for (int i = 0; i < COLUMNS.size(); i++) {
                    facts.add(
                            new ModuleReading(
                                    Ports.full(m.group(1)),
                                    OptionalInt.empty(),
                                    COLUMNS.get(i),
                                    Numbers.toDouble(m.group(i + 2)),
                                    ModuleReading.Limits.NONE,
                                    ModuleReading.Limits.NONE,
                                    "",
                                    TERMS.get(i),
                                    line.source()));
                }
            } else if (REST.matcher(line.stripped()).matches()) {
                line.ignore();
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no module listed"));
        return lines.reading(facts);
    }
}
