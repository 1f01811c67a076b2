package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.Fact;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `ethtool -i IF`: `key: value` rows, the driver first.
@AutoService(Parser.class)
public final class EthtoolDriver implements Parser {

    @Override
    public String name() {
        return "ethtool-i";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.each(Probe.Each.INTERFACE, name(), "ethtool -i $x").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(DriverInfo.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ethtool", "-i", "--driver");
    }

    @Override
    public boolean recognises(String text) {
        return text.contains("driver: ") && text.contains("firmware-version:");
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ethtool");
        Map<String, String> settings = new LinkedHashMap<>();
        for (Lines.Line line : lines) {
            int colon = line.text().indexOf(':');
            if (!line.isLeft() || colon <= 0) continue;
            String key = line.text().substring(0, colon).strip();
            if (key.indexOf(' ') >= 0) continue;
            settings.put(key, line.text().substring(colon + 1).strip());
            line.read();
        }
        String driver = settings.get("driver");
        if (driver == null) {
            lines.unavailable(lines.complaint().orElse("no driver named"));
            return lines.reading(List.of());
        }
        return lines.reading(
                List.of(
                        new DriverInfo(
                                lines.command().lastOperand().orElse(""),
                                driver,
                                settings.getOrDefault("version", ""),
                                settings.getOrDefault("firmware-version", ""),
                                settings.getOrDefault("bus-info", ""),
                                settings,
                                lines.whole())));
    }
}
