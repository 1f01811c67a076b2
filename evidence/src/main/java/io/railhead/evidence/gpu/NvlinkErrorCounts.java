package io.railhead.evidence.gpu;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NvLinkErrors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `nvidia-smi nvlink -e`: error counters of each link of each GPU.
@AutoService(Parser.class)
public final class NvlinkErrorCounts implements Parser {

    private static final Pattern COUNT =
            Pattern.compile("Link (\\d{1,4}): ([A-Z][\\w ]{1,60}?): *(\\d{1,20}|N/A)");

    /// What Blackwell prints between its errors and is none: traffic, rates, and the histogram of
    /// codewords by how many symbols were corrected in each (bin 0 counts the good ones).
    private static final Pattern NO_ERROR =
            Pattern.compile(
                    "Link \\d{1,4}: (?:[TR]x (?:packets|bytes)|(?:Raw|Effective|Symbol) BER|FEC Errors - \\d{1,3}): .*");

    @Override
    public String name() {
        return "nvidia-smi-nvlink-errors";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "nvidia-smi nvlink -e").expectLarge());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(NvLinkErrors.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nvidia-smi", "nvlink") && (c.has("-e") || c.has("--errorcounters"));
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .map(String::strip)
                .anyMatch(l -> COUNT.matcher(l).matches() || NO_ERROR.matcher(l).matches());
    }

    /// A link while its rows are read.
    private record Link(int gpu, int number, Lines.Line first, Map<String, Long> counters) {}

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "nvidia-smi");
        NvidiaSmi.readFailures(lines);
        List<Fact> facts = new ArrayList<>();
        OptionalInt gpu = OptionalInt.empty();
        Optional<Link> link = Optional.empty();
        Lines.Line last = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> heading = line.match(NvidiaSmiList.GPU);
            Optional<Matcher> count = line.match(COUNT);
            if (heading.isPresent()) {
                gpu = Numbers.toInt(heading.get().group(1));
                line.read();
            } else if (line.match(NO_ERROR).isPresent()) {
                line.ignore();
            } else if (count.isPresent() && gpu.isPresent()) {
                int number = Numbers.toInt(count.get().group(1)).orElse(0);
                int owner = gpu.getAsInt();
                if (link.filter(l -> l.gpu() == owner && l.number() == number).isEmpty()) {
                    add(link, last, facts);
                    link = Optional.of(new Link(owner, number, line, new LinkedHashMap<>()));
                }
                OptionalLong value = Numbers.toCounter(count.get().group(3));
                if (value.isPresent()) {
                    String name = count.get().group(2);
                    link.ifPresent(l -> l.counters().put(name, value.getAsLong()));
                }
                last = line.read();
            } else if (NvlinkStatus.isNoLink(line.text())) {
                lines.unavailable(line.read().stripped());
            }
        }
        add(link, last, facts);
        return lines.reading(facts);
    }

    private static void add(
            Optional<Link> link,
            Lines.@org.jspecify.annotations.Nullable Line last,
            List<Fact> to) {
        if (link.isEmpty() || last == null || link.get().counters().isEmpty()) return;
        Link l = link.get();
        to.add(new NvLinkErrors(l.gpu(), l.number(), l.counters(), l.first().to(last)));
    }
}
