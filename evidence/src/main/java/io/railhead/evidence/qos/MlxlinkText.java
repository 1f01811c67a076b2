package io.railhead.evidence.qos;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.Rates;
import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LinkQuality;
import io.railhead.model.fact.ModuleReading;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The sections of `mlxlink`.
final class MlxlinkText {
    private static final Pattern ROW = Pattern.compile("([A-Z][^:]{1,60}?) *: ?(.{0,400})");
    private static final Pattern TITLE = Pattern.compile("[A-Z][\\w /()-]{3,60}");

    /// `54 [-5..75]`, `8.38,8.38 [2..15]`; older ones put the bounds in other brackets.
    private static final Pattern MEASURED =
            Pattern.compile(
                    "(N/A|-?[\\d.]{1,12}(?:, ?-?[\\d.]{1,12}){0,15})"
                            + "(?: *\\[(-?[\\d.]{1,12}?)\\.\\.(-?[\\d.]{1,12})\\])?.*");

    private static final Map<String, ModuleReading.Quantity> QUANTITIES =
            Map.of(
                    "Temperature [C]", ModuleReading.Quantity.TEMPERATURE,
                    "Voltage [mV]", ModuleReading.Quantity.VOLTAGE,
                    "Bias Current [mA]", ModuleReading.Quantity.BIAS,
                    "Tx Power Current [dBm]", ModuleReading.Quantity.TX_POWER,
                    "Rx Power Current [dBm]", ModuleReading.Quantity.RX_POWER);

    private final String port;
    private final Lines lines;
    private final List<Fact> facts = new ArrayList<>();
    private final Map<String, Stated<String>> settings = new LinkedHashMap<>();

    MlxlinkText(String port, Lines lines) {
        this.port = port;
        this.lines = lines;
    }

    List<Fact> facts() {
        boolean within = false;
        Lines.@Nullable Line first = null;
        Lines.@Nullable Line last = null;
        for (int i = 0; i < lines.size(); i++) {
            Lines.Line line = lines.get(i);
            if (!line.isLeft() || line.text().length() > 1000) continue;
            boolean title =
                    i + 1 < lines.size()
                            && TITLE.matcher(line.stripped()).matches()
                            && lines.get(i + 1).text().startsWith("----")
                            && Ports.isRuler(lines.get(i + 1).text());
            if (title) {
                within = true;
                line.ignore();
                lines.get(i + 1).ignore();
                continue;
            }
            Matcher m = ROW.matcher(line.stripped());
            if (!within || !m.matches()) continue;
            row(m.group(1).strip(), m.group(2).strip(), line.read().source());
            if (first == null) first = line;
            last = line;
        }
        if (first != null && last != null) link(first.to(last));
        return facts;
    }

    private void row(String name, String value, Source source) {
        settings.putIfAbsent(name, new Stated<>(value, value, source));
        ModuleReading.Quantity quantity = QUANTITIES.get(name);
        Matcher m = MEASURED.matcher(value);
        if (quantity == null || !m.matches()) return;
        boolean milli = name.endsWith("[mV]");
        ModuleReading.Limits limits =
                m.group(2) == null
                        ? ModuleReading.Limits.NONE
                        : new ModuleReading.Limits(
                                number(m.group(2), milli), number(m.group(3), milli));
        String[] lanes = m.group(1).split(",");
        for (int i = 0; i < lanes.length; i++) {
            facts.add(
                    new ModuleReading(
                            port,
                            lanes.length > 1 ? OptionalInt.of(i + 1) : OptionalInt.empty(),
                            quantity,
                            number(lanes[i], milli),
                            limits,
                            ModuleReading.Limits.NONE,
                            "",
                            name,
                            source));
        }
    }

    private static OptionalDouble number(String text, boolean milli) {
        OptionalDouble n = Numbers.toDouble(text);
        return milli && n.isPresent() ? OptionalDouble.of(n.getAsDouble() / 1000) : n;
    }

    private void link(Source whole) {
        Optional<Stated<Bandwidth>> speed =
                setting("Speed").flatMap(s -> Rates.of(ethernet(s.value()), s.source()));
        Optional<Stated<String>> fec =
                setting("FEC").filter(s -> !s.value().isEmpty() && !s.value().equals("N/A"));
        facts.add(
                new LinkQuality(
                        port,
                        speed,
                        fec,
                        rate("Raw Physical BER"),
                        rate("Effective Physical BER"),
                        setting("Link Down Counter")
                                .map(s -> Counts.number(s.value()))
                                .orElse(OptionalLong.empty()),
                        settings,
                        whole));
    }

    /// `400G` of `400G`, `IB-NDR` is none.
    private static String ethernet(String words) {
        return words.replaceFirst("^(\\d{1,4}G)(?:E|bE|_.*)?$", "$1");
    }

    private OptionalDouble rate(String name) {
        return setting(name).map(s -> Numbers.toDouble(s.value())).orElse(OptionalDouble.empty());
    }

    private Optional<Stated<String>> setting(String name) {
        return Optional.ofNullable(settings.get(name));
    }
}
