package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// `ethtool -S IF`: a heading `NIC statistics:`, which a `grep` takes away, and rows `name: value`.
/// Names are the driver's own and may hold colons and blanks (`[0]: rx_ucast_packets`).
@AutoService(Parser.class)
public final class EthtoolCounters implements Parser {
    private static final String HEADING = "NIC statistics:";

    /// The time above an output is no counter.
    private static final Pattern CLOCK = Pattern.compile("\\d\\d:\\d\\d$");

    /// A row that no other command prints: five blanks, a counter's name, a number.
    private static final Pattern ROW =
            Pattern.compile("     (?:rx|tx|port|ch\\d)[\\w.\\[\\]-]*_[\\w.\\[\\]-]+: \\d+");

    @Override
    public String name() {
        return "ethtool-S";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.each(Probe.Each.INTERFACE, name(), "ethtool -S $x").asPrompt().expectLarge());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(NicCounters.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ethtool", "-S", "--statistics");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.strip().equals(HEADING))
                || text.lines().filter(l -> ROW.matcher(l.stripTrailing()).matches()).count() >= 3;
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ethtool");
        Optional<String> failure = EthtoolFailure.in(lines);
        List<NicCounters> all = new ArrayList<>();
        Map<String, Long> values = new LinkedHashMap<>();
        Optional<Lines.Line> first = Optional.empty();
        Optional<Lines.Line> last = Optional.empty();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            if (line.stripped().equals(HEADING)) {
                line.read();
                // A second heading opens a second reading of the same counters.
                if (first.isPresent() && last.isPresent() && !values.isEmpty()) {
                    Source part = first.get().to(last.get());
                    all.add(new NicCounters(EthtoolFailure.interfaceOf(lines, ""), values, part));
                    values = new LinkedHashMap<>();
                    first = Optional.of(line);
                }
                continue;
            }
            int colon = line.text().lastIndexOf(':');
            if (colon <= 0) continue;
            OptionalLong value = Numbers.toCounter(line.text().substring(colon + 1));
            String key = line.text().substring(0, colon).strip();
            if (value.isEmpty() || key.isEmpty() || CLOCK.matcher(key).find()) continue;
            values.put(key, value.getAsLong());
            line.read();
            if (first.isEmpty()) first = Optional.of(line);
            last = Optional.of(line);
        }
        if (values.isEmpty()) {
            lines.unavailable(failure.orElse("no statistics printed"));
            return lines.reading(List.of());
        }
        Source source = all.isEmpty() ? lines.whole() : first.orElseThrow().to(last.orElseThrow());
        all.add(new NicCounters(EthtoolFailure.interfaceOf(lines, ""), values, source));
        return lines.reading(all);
    }
}
