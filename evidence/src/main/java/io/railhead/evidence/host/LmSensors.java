package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Sensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `sensors` (lm-sensors): a block a chip, its adapter, then a row a sensor with its limits in
/// brackets, which may go on in the next line.
@AutoService(Parser.class)
public final class LmSensors implements Parser {
    private static final Pattern CHIP =
            Pattern.compile(
                    "[a-z0-9_]{2,40}-(?:pci|isa|i2c|acpi|hid|virtual|spi|mdio|scsi|sdio)-[0-9a-f-]{1,16}");
    private static final Pattern TEXT =
            Pattern.compile("(?m)^" + CHIP.pattern() + "\\s*\\R(?:Adapter: \\S|[A-Z])");
    private static final Pattern ROW =
            Pattern.compile(
                    "([A-Za-z+-][^:]{0,40}): +([+-]?\\d{1,9}(?:\\.\\d{1,4})?) ?(°?C|V|mV|RPM|W|mW|A|mA|J|kJ|%)?"
                            + "( .{0,200})?");
    private static final Pattern DISCRETE =
            Pattern.compile("([A-Za-z+-][^:]{0,40}): +(ALARM|OK|N/A|disabled|enabled|FAULT)");
    private static final Pattern LIMIT =
            Pattern.compile("([a-z][a-z ]{1,14}?) *= *([+-]?\\d{1,9}(?:\\.\\d{1,4})?)");
    private static final Pattern MORE =
            Pattern.compile(" +\\((?:[a-z][a-z ]{1,14} *= .{1,120})\\).*");

    @Override
    public String name() {
        return "sensors";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "sensors"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Sensor.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("sensors");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "sensors");
        List<Sensor> facts = new ArrayList<>();
        String chip = "";
        for (Lines.Line line : lines) {
            String s = line.text();
            if (!line.isLeft() || s.length() > 400) continue;
            Matcher row = ROW.matcher(s);
            Matcher discrete = DISCRETE.matcher(s);
            if (CHIP.matcher(s).matches()) {
                chip = s;
                line.read();
            } else if (chip.isEmpty()) {
                continue;
            } else if (s.startsWith("Adapter: ")) {
                line.ignore();
            } else if (row.matches()) {
                String rest = row.group(4) == null ? "" : row.group(4);
                facts.add(
                        new Sensor(
                                Sensor.Origin.KERNEL,
                                chip,
                                row.group(1),
                                Numbers.toDouble(row.group(2).replace("+", "")),
                                row.group(3) == null ? "" : row.group(3).replace("°", ""),
                                alarm(rest),
                                limits(rest),
                                line.read().source()));
            } else if (discrete.matches()) {
                facts.add(
                        new Sensor(
                                Sensor.Origin.KERNEL,
                                chip,
                                discrete.group(1),
                                OptionalDouble.empty(),
                                "",
                                discrete.group(2),
                                Map.of(),
                                line.read().source()));
            } else if (MORE.matcher(s).matches() && !facts.isEmpty()) {
                facts.set(facts.size() - 1, joined(facts.getLast(), s));
                line.read();
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no sensor found"));
        return lines.reading(facts);
    }

    private static String alarm(String rest) {
        return rest.contains("ALARM") ? "ALARM" : rest.contains("FAULT") ? "FAULT" : "";
    }

    private static Map<String, Double> limits(String rest) {
        Map<String, Double> limits = new LinkedHashMap<>();
        Matcher m = LIMIT.matcher(rest);
        while (m.find()) {
            OptionalDouble n = Numbers.toDouble(m.group(2).replace("+", ""));
            if (n.isPresent()) limits.putIfAbsent(m.group(1).strip(), n.getAsDouble());
        }
        return limits;
    }

    private static Sensor joined(Sensor s, String more) {
        Map<String, Double> limits = new LinkedHashMap<>(s.limits());
        limits(more).forEach(limits::putIfAbsent);
        String status = s.status().isEmpty() ? alarm(more) : s.status();
        return new Sensor(
                s.origin(), s.chip(), s.name(), s.value(), s.unit(), status, limits, s.source());
    }
}
