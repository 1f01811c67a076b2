package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Transceiver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// `ethtool -m IF`: rows `Key   : value`; a key may stand several times (a module has several
/// types, a CMIS module a power a lane).
@AutoService(Parser.class)
public final class EthtoolModule implements Parser {

    @Override
    public String name() {
        return "ethtool-m";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.each(Probe.Each.INTERFACE, name(), "ethtool -m $x").asPrompt().asRoot());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Transceiver.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ethtool", "-m", "--module-info", "--dump-module-eeprom");
    }

    @Override
    public boolean recognises(String text) {
        boolean identifier = false;
        boolean vendor = false;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            String s = line.strip();
            identifier |= s.startsWith("Identifier ") && s.contains(": 0x");
            vendor |=
                    s.startsWith("Vendor name ")
                            || s.startsWith("Vendor PN ")
                            || s.startsWith("Module temperature ")
                            || s.startsWith("Connector ");
        }
        return identifier && vendor;
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ethtool");
        Optional<String> failure = EthtoolFailure.in(lines);
        Map<String, List<String>> settings = new LinkedHashMap<>();
        for (Lines.Line line : lines) {
            // The colon stands alone: keys and values have colons of their own.
            int colon = line.text().indexOf(" :");
            if (!line.isLeft() || colon <= 0) continue;
            String key = line.text().substring(0, colon).strip();
            if (key.isEmpty()) continue;
            settings.computeIfAbsent(key, k -> new ArrayList<>())
                    .add(line.text().substring(colon + 2).strip());
            line.read();
        }
        if (settings.isEmpty()) {
            lines.unavailable(failure.orElse("no module data printed"));
            return lines.reading(List.of());
        }
        settings.replaceAll((k, v) -> List.copyOf(v));
        return lines.reading(
                List.of(
                        new Transceiver(
                                EthtoolFailure.interfaceOf(lines, ""),
                                first(settings, "Vendor name"),
                                first(settings, "Vendor PN"),
                                length(settings),
                                isCopper(settings),
                                settings,
                                lines.whole())));
    }

    private static Optional<String> first(Map<String, List<String>> settings, String key) {
        return settings.getOrDefault(key, List.of()).stream().findFirst().filter(v -> !v.isEmpty());
    }

    /// Optical modules list how far they reach over each kind of fibre; only a cable has a length
    /// of its own, and then it is the only one that is not zero.
    private static OptionalDouble length(Map<String, List<String>> settings) {
        List<Double> lengths = new ArrayList<>();
        settings.forEach(
                (key, values) -> {
                    String k = key.toLowerCase(Locale.ROOT);
                    if (!k.contains("length") || k.contains("wavelength")) return;
                    for (String value : values) {
                        double metres = Numbers.leading(value).orElse(0);
                        if (value.endsWith("km")) metres *= 1000;
                        if (metres > 0) lengths.add(metres);
                    }
                });
        return lengths.size() == 1 ? OptionalDouble.of(lengths.getFirst()) : OptionalDouble.empty();
    }

    private static boolean isCopper(Map<String, List<String>> settings) {
        return settings.entrySet().stream()
                .filter(
                        e ->
                                e.getKey().startsWith("Connector")
                                        || e.getKey().startsWith("Transmitter tech")
                                        || e.getKey().startsWith("Transceiver type"))
                .flatMap(e -> e.getValue().stream())
                .map(v -> v.toLowerCase(Locale.ROOT))
                .anyMatch(v -> v.contains("copper") || v.contains("passive cable"));
    }
}
