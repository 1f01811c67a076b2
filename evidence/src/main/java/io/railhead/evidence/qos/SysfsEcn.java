package io.railhead.evidence.qos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `/sys/class/net/IF/ecn/`, one `PATH:VALUE` a line: DCQCN of a port. Only NVIDIA's own driver
/// package (MLNX_OFED, DOCA) has it; with the kernel's driver the folder is not there.
@AutoService(Parser.class)
public final class SysfsEcn implements Parser {

    private static final Pattern ROW =
            Pattern.compile(
                    "/sys/class/net/([\\w.@-]{1,40})/ecn/(roce_(?:np|rp)/([\\w/]{1,60})):"
                            + " ?([^:]{1,80})");

    private static final Pattern ENABLE = Pattern.compile("enable/([0-7])");

    private static final String COMMAND = "grep -r . /sys/class/net/*/ecn/";

    @Override
    public String name() {
        return "sysfs-ecn";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), COMMAND).asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(CongestionControl.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.contains("/sys/class/net/")
                && command.contains("/ecn")
                && command.contains("grep -");
    }

    /// Rows of `/sys/class/infiniband` beside it make it a look at both, which another parser cuts.
    @Override
    public boolean recognises(String text) {
        return !text.contains("/sys/class/infiniband/")
                && text.contains("/ecn/roce_")
                && text.lines().anyMatch(l -> ROW.matcher(l.strip()).matches());
    }

    /// One port while its rows are read.
    private static final class Port {
        final Map<Integer, Stated<Boolean>> notify = new LinkedHashMap<>();
        final Map<Integer, Stated<Boolean>> react = new LinkedHashMap<>();
        final Map<String, Stated<String>> parameters = new LinkedHashMap<>();
        final Source first;
        Source last;

        Port(Source first) {
            this.first = first;
            this.last = first;
        }
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        Map<String, Port> ports = new LinkedHashMap<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> row = line.match(ROW);
            if (row.isEmpty()) continue;
            Matcher m = row.get();
            Source source = line.read().source();
            Port port = ports.computeIfAbsent(m.group(1), k -> new Port(source));
            port.last = source;
            String value = m.group(4).strip();
            Matcher enable = ENABLE.matcher(m.group(3));
            if (enable.matches()) {
                (m.group(2).startsWith("roce_np") ? port.notify : port.react)
                        .put(
                                enable.group(1).charAt(0) - '0',
                                new Stated<>(value.equals("1"), value, source));
            } else {
                port.parameters.put(m.group(2), new Stated<>(value, value, source));
            }
        }
        List<Fact> facts = new ArrayList<>();
        ports.forEach(
                (name, p) ->
                        facts.add(
                                new CongestionControl(
                                        name,
                                        p.notify,
                                        p.react,
                                        p.parameters,
                                        new Source(
                                                p.first.document(),
                                                p.first.firstLine(),
                                                p.last.lastLine()))));
        if (facts.isEmpty()) {
            lines.left().stream()
                    .filter(l -> l.text().startsWith("grep:"))
                    .forEach(Lines.Line::read);
            lines.unavailable(lines.complaint().orElse("no port has DCQCN settings in sysfs"));
        }
        return lines.reading(facts);
    }
}
