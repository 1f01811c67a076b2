package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.SwitchPort;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `show interface counters brief`: rates of each port over its load interval. MB/s are 10^6 bytes
/// a second.
@AutoService(Parser.class)
public final class NxosCountersBrief implements Parser {
    private static final Pattern HEADER =
            Pattern.compile("Interface +Input Rate \\(avg\\) +Output Rate \\(avg\\).*");
    private static final Pattern UNITS = Pattern.compile("MB/s +Frames +MB/s +Frames.*");
    private static final Pattern COLUMNS = Pattern.compile("Rate +Total +Rate +Total.*");
    private static final List<String> NAMES =
            List.of("Input MB/s", "Input Frames", "Output MB/s", "Output Frames", "interval");

    @Override
    public String name() {
        return "nxos-show-interface-counters-brief";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SwitchPort.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "interface", "counters", "brief");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> HEADER.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        NxosCounterTables tables = new NxosCounterTables();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            String s = line.stripped();
            if (Ports.isRuler(s)
                    || HEADER.matcher(s).matches()
                    || UNITS.matcher(s).matches()
                    || COLUMNS.matcher(s).matches()) {
                line.ignore();
            } else {
                tables.row(NAMES, line);
            }
        }
        List<SwitchPort> facts = tables.facts();
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }
}
