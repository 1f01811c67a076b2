package io.railhead.evidence.eos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.Rates;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `show interfaces status`: a row a port under headings that show where the columns begin; the
/// name may hold anything, and may be missing.
@AutoService(Parser.class)
public final class EosInterfacesStatus implements Parser {
    private static final Pattern HEADER =
            Pattern.compile("Port +Name +Status +Vlan +Duplex +Speed +Type(?: +Flags.*)?");
    private static final Pattern ROW = Pattern.compile("(?:Et|Ma|Po|Vx|Un)\\d[\\d/]{0,12}(?: .*)?");
    private static final List<String> COLUMNS =
            List.of("Port", "Name", "Status", "Vlan", "Duplex", "Speed", "Type", "Flags");

    @Override
    public String name() {
        return "eos-show-interfaces-status";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SwitchPort.class);
    }

    /// SONiC has the same command; the content tells.
    @Override
    public boolean readsCommand(String command) {
        return false;
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.length() < 200 && HEADER.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        List<Integer> starts = List.of();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            if (HEADER.matcher(line.stripped()).matches()) {
                starts = COLUMNS.stream().map(line.text()::indexOf).filter(i -> i >= 0).toList();
                line.ignore();
            } else if (!starts.isEmpty() && ROW.matcher(line.text()).matches()) {
                facts.add(port(line.read(), starts));
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }

    private static SwitchPort port(Lines.Line line, List<Integer> starts) {
        Map<String, Stated<String>> settings = new LinkedHashMap<>();
        for (int i = 0; i < starts.size(); i++) {
            int from = Math.min(starts.get(i), line.text().length());
            int to =
                    i + 1 < starts.size()
                            ? Math.min(starts.get(i + 1), line.text().length())
                            : line.text().length();
            String cell = line.text().substring(from, to).strip();
            settings.put(COLUMNS.get(i), new Stated<>(cell, cell, line.source()));
        }
        String status = value(settings, "Status");
        return new SwitchPort(
                Ports.full(value(settings, "Port")),
                Optional.of(!status.equals("disabled")),
                Optional.of(status.equals("connected")),
                status,
                Optional.empty(),
                Rates.of(value(settings, "Speed"), line.source()),
                Optional.empty(),
                Optional.of(value(settings, "Name")).filter(n -> !n.isEmpty()),
                settings,
                line.source());
    }

    private static String value(Map<String, Stated<String>> settings, String name) {
        Stated<String> s = settings.get(name);
        return s == null ? "" : s.value();
    }
}
