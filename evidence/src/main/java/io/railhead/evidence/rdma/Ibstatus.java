package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaPortState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `ibstatus` of infiniband-diags: a block a port that echoes sysfs. Not collected: the sysfs tree
/// itself is.
@AutoService(Parser.class)
public final class Ibstatus implements Parser {

    private static final Pattern PORT =
            Pattern.compile("Infiniband device '([\\w.-]+)' port (\\d{1,4}) status:");

    private static final Pattern ROW = Pattern.compile("([a-z][\\w ]{0,60}?):\\s+(.*)");

    @Override
    public String name() {
        return "ibstatus";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(RdmaPortState.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ibstatus");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> PORT.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ibstatus");
        NoRdma.read(lines);
        List<RdmaPortState> facts = new ArrayList<>();
        Optional<Matcher> port = Optional.empty();
        Map<String, String> rows = new LinkedHashMap<>();
        Lines.Line stateLine = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> start = line.match(PORT);
            Optional<Matcher> row = line.match(ROW);
            if (start.isPresent()) {
                if (port.isPresent() && stateLine != null) {
                    state(port.get(), rows, stateLine).ifPresent(facts::add);
                }
                port = start;
                rows.clear();
                stateLine = null;
                line.read();
            } else if (port.isPresent() && row.isPresent()) {
                rows.putIfAbsent(row.get().group(1), row.get().group(2).strip());
                if (row.get().group(1).equals("state")) stateLine = line;
                line.read();
            }
        }
        if (port.isPresent() && stateLine != null) {
            state(port.get(), rows, stateLine).ifPresent(facts::add);
        }
        return lines.reading(facts);
    }

    private static Optional<RdmaPortState> state(
            Matcher port, Map<String, String> rows, Lines.Line line) {
        return PortStates.of(
                port.group(1),
                Numbers.toInt(port.group(2)).orElse(1),
                rows.getOrDefault("state", ""),
                Optional.ofNullable(rows.get("phys state")),
                Optional.ofNullable(rows.get("link_layer")),
                Optional.ofNullable(rows.get("rate")),
                line.source());
    }
}
