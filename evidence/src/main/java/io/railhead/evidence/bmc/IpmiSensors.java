package io.railhead.evidence.bmc;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Sensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `ipmitool sensor [list]`, `sdr [list]`, `sdr elist` and `sdr type …`: a row a sensor with ten,
/// three or five columns between bars.
@AutoService(Parser.class)
public final class IpmiSensors implements Parser {
    private static final String STATUS = "(?:ok|na|ns|us|nc|cr|nr|[lu]nc|[lu]cr|[lu]nr)";

    /// Name, reading, unit, status, six thresholds.
    private static final Pattern LIST =
            Pattern.compile(
                    "([^|]{1,40})\\|([^|]{1,30})\\|([^|]{1,30})\\| *("
                            + STATUS
                            + "|0x[0-9a-f]{2,4}) *((?:\\|[^|]{1,20}){6})");

    /// Name, number, status, entity, reading.
    private static final Pattern ELIST =
            Pattern.compile(
                    "([^|]{1,40})\\| *[0-9A-Fa-f]{2,3}h *\\| *("
                            + STATUS
                            + ") *\\| *\\d{1,3}\\.\\d{1,3} *\\|(.{0,120})");

    /// Name, reading, status.
    private static final Pattern SDR =
            Pattern.compile("([^|]{1,40})\\|([^|]{1,80})\\| *(" + STATUS + ") *");

    private static final Pattern READING =
            Pattern.compile("(-?\\d{1,9}(?:\\.\\d{1,6})?)(?: +([A-Za-z%][\\w /%]{0,30}))?");

    private static final List<String> LIMITS = List.of("lnr", "lcr", "lnc", "unc", "ucr", "unr");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?!\\|)(?:"
                            + LIST.pattern()
                            + "|"
                            + ELIST.pattern()
                            + "|"
                            + SDR.pattern()
                            + ")$");

    @Override
    public String name() {
        return "ipmi-sensors";
    }

    @Override
    public List<Probe> probes() {
        // A BMC reads each sensor over its slow buses: some take longer than this for all.
        return List.of(
                Probe.once(name(), Ipmitool.guarded("timeout -k 1 9 ipmitool sdr elist"))
                        .asRoot()
                        .within(Duration.ofSeconds(12))
                        .asPrompt()
                        .cited("ipmitool sdr elist"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Sensor.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return Ipmitool.is(command, "sensor") || Ipmitool.is(command, "sdr");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .filter(l -> l.length() < 300 && l.indexOf('|') >= 0)
                .anyMatch(l -> TEXT.matcher(Lines.clean(l)).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ipmitool");
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 300 || line.text().startsWith("|"))
                continue;
            Matcher m = LIST.matcher(line.text());
            if (m.matches()) {
                Map<String, Double> limits = new LinkedHashMap<>();
                String[] cells = m.group(5).substring(1).split("\\|", -1);
                for (int i = 0; i < LIMITS.size(); i++) {
                    OptionalDouble limit = Numbers.toDouble(cells[i]);
                    if (limit.isPresent()) limits.put(LIMITS.get(i), limit.getAsDouble());
                }
                facts.add(
                        sensor(
                                m.group(1),
                                Numbers.toDouble(m.group(2)),
                                m.group(3).strip().equals("discrete") ? "" : m.group(3).strip(),
                                m.group(4),
                                limits,
                                line.read()));
                continue;
            }
            m = ELIST.matcher(line.text());
            if (m.matches()) {
                reading(m.group(1), m.group(2), m.group(3), line, facts);
                continue;
            }
            m = SDR.matcher(line.text());
            if (m.matches()) reading(m.group(1), m.group(3), m.group(2), line, facts);
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no sensor listed"));
        return lines.reading(facts);
    }

    /// A reading is a number with its unit, or the states of a discrete sensor.
    private static void reading(
            String name, String status, String words, Lines.Line line, List<Fact> facts) {
        String said = words.strip();
        Matcher m = READING.matcher(said);
        boolean number = m.matches();
        String unit = number && m.group(2) != null ? m.group(2) : "";
        boolean state = !number && !said.isEmpty() && !said.startsWith("0x");
        facts.add(
                sensor(
                        name,
                        number ? Numbers.toDouble(m.group(1)) : OptionalDouble.empty(),
                        unit,
                        state && status.equals("ok") ? said : status,
                        Map.of(),
                        line.read()));
    }

    private static Sensor sensor(
            String name,
            OptionalDouble value,
            String unit,
            String status,
            Map<String, Double> limits,
            Lines.Line line) {
        return new Sensor(
                Sensor.Origin.BMC, "", name.strip(), value, unit, status, limits, line.source());
    }
}
