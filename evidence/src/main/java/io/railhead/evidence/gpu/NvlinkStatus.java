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
import io.railhead.model.fact.NvLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `nvidia-smi nvlink -s`: the speed of each link of each GPU, or that it is inactive.
@AutoService(Parser.class)
public final class NvlinkStatus implements Parser {

    private static final Pattern LINK =
            Pattern.compile("Link (\\d{1,4}): (?:(\\d{1,6}(?:\\.\\d{1,6})?) GB/s|<?inactive>?)");

    /// A row of any of the modes of `nvidia-smi nvlink`.
    private static final Pattern ANY_LINK = Pattern.compile("\\s*Link \\d+[:,] .*");

    private static final Pattern NO_LINK =
            Pattern.compile("\\s*(?:NVML: )?Unable to retrieve NVLink information.*");

    @Override
    public String name() {
        return "nvidia-smi-nvlink";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "nvidia-smi nvlink -s"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(NvLink.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nvidia-smi", "nvlink") && (c.has("-s") || c.has("--status"));
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> LINK.matcher(l.strip()).matches() || isNoLink(l));
    }

    static boolean isLinkRow(String line) {
        return ANY_LINK.matcher(line).matches();
    }

    static boolean isNoLink(String line) {
        return NO_LINK.matcher(line).matches();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "nvidia-smi");
        NvidiaSmi.readFailures(lines);
        List<NvLink> facts = new ArrayList<>();
        OptionalInt gpu = OptionalInt.empty();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> heading = line.match(NvidiaSmiList.GPU);
            Optional<Matcher> link = line.match(LINK);
            if (heading.isPresent()) {
                gpu = Numbers.toInt(heading.get().group(1));
                line.read();
            } else if (link.isPresent() && gpu.isPresent()) {
                Optional<String> speed = Optional.ofNullable(link.get().group(2));
                facts.add(
                        new NvLink(
                                gpu.getAsInt(),
                                Numbers.toInt(link.get().group(1)).orElse(0),
                                speed.isPresent(),
                                Numbers.toDouble(speed.orElse("")),
                                line.read().source()));
            } else if (isNoLink(line.text())) {
                lines.unavailable(line.read().stripped());
            }
        }
        return lines.reading(facts);
    }
}
