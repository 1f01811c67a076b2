package io.railhead.evidence.gpu;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.NvidiaDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `nvidia-smi -q`, whole or one section (`-d ECC`): a tree by indentation with `Key : Value` rows.
/// A row may itself have rows below it, keys repeat from section to section.
@AutoService(Parser.class)
public final class NvidiaSmiQuery implements Parser {

    private static final Pattern GPU =
            Pattern.compile("GPU ([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7])");

    private static final Pattern TITLE = Pattern.compile("=+ *NVSMI LOG *=+");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^=+ *NVSMI LOG *=+|^GPU [0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7]"
                            + "\\s*\\R\\s+\\S");

    @Override
    public String name() {
        return "nvidia-smi-q";
    }

    @Override
    public List<Probe> probes() {
        // A driver without persistence mode initialises every GPU first: seconds each.
        return List.of(
                Probe.once(name(), "nvidia-smi -q").within(Duration.ofSeconds(30)).expectLarge());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Gpu.class, NvidiaDriver.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nvidia-smi") && (c.has("-q") || c.has("--query")) && !c.has("-x");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "nvidia-smi");
        NvidiaSmi.readFailures(lines);
        GpuTree header = new GpuTree("", lines);
        List<GpuTree> gpus = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> gpu = line.match(GPU);
            if (line.match(TITLE).isPresent()) {
                line.ignore();
            } else if (gpu.isPresent()) {
                gpus.add(new GpuTree(gpu.get().group(1), lines).begin(line.read()));
            } else if (gpus.isEmpty() && line.indent() > 0 && !line.text().contains(" :")) {
                // Indented text before any GPU is no part of this output.
                continue;
            } else if (!gpus.isEmpty() && line.indent() == 0 && !line.text().contains(" : ")) {
                continue;
            } else {
                (gpus.isEmpty() || line.indent() == 0 ? header : gpus.getLast()).row(line);
            }
        }
        Optional<String> driver = header.value("Driver Version");
        Optional<String> cuda = header.value("CUDA Version");
        List<Fact> facts = new ArrayList<>();
        if (driver.isPresent()) {
            facts.add(
                    new NvidiaDriver(driver, cuda, Optional.empty(), header.at("Driver Version")));
        }
        OptionalInt attached = NvidiaSmi.whole(header.value("Attached GPUs"));
        // Only when all are shown does their order number them.
        boolean all = attached.isPresent() && attached.getAsInt() == gpus.size();
        for (int i = 0; i < gpus.size(); i++) {
            OptionalInt index = all ? OptionalInt.of(i) : OptionalInt.empty();
            facts.add(GpuOfQuery.of(gpus.get(i), index, driver, cuda));
        }
        if (gpus.isEmpty() && lines.complaint().isEmpty() && !lines.text().isBlank()) {
            lines.unavailable("nvidia-smi shows no GPU");
        }
        return lines.reading(facts);
    }
}
