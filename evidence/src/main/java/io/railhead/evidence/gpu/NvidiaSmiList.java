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
import io.railhead.model.fact.Gpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `nvidia-smi -L`: a line a GPU, below it its MIG instances. Not collected: `nvidia-smi -q` has
/// more.
@AutoService(Parser.class)
public final class NvidiaSmiList implements Parser {

    /// Also the heading of a GPU in `nvidia-smi nvlink`.
    static final Pattern GPU = Pattern.compile("GPU (\\d{1,4}): (.+) \\(UUID: ([\\w-]+)\\)");

    private static final Pattern MIG = Pattern.compile("MIG \\S+ +Device +\\d+: .*");

    @Override
    public String name() {
        return "nvidia-smi-list";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Gpu.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("nvidia-smi", "-L", "--list-gpus");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> GPU.matcher(l.stripTrailing()).matches())
                && text.lines()
                        .noneMatch(l -> NvlinkStatus.isLinkRow(l) || NvlinkStatus.isNoLink(l));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "nvidia-smi");
        NvidiaSmi.readFailures(lines);
        List<Gpu> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            if (line.match(MIG).isPresent()) line.ignore();
            line.match(GPU)
                    .ifPresent(
                            m ->
                                    facts.add(
                                            Gpus.listed(
                                                    Numbers.toInt(m.group(1)).orElse(0),
                                                    m.group(2),
                                                    m.group(3),
                                                    line.read().source())));
        }
        return lines.reading(facts);
    }
}
