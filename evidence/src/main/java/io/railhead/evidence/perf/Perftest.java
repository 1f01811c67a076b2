package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PerftestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The tables of perftest (`ib_write_bw`, `ib_read_bw`, `ib_send_bw`, `ib_atomic_bw` and the
/// latency programs), client or server side, also both mixed on one terminal. Header values are
/// read by key and columns by their heading, since both change between versions.
@AutoService(Parser.class)
public final class Perftest implements Parser {
    private static final Pattern PROGRAM =
            Pattern.compile("(ib|raw_ethernet)_(write|read|send|atomic|burst)?_?(bw|lat).*");
    private static final Pattern BANNER = Pattern.compile("[A-Za-z_ -]+ (BW|Latency) Test.*");
    private static final Pattern RULER = Pattern.compile("-{20,}");
    private static final Pattern STARS = Pattern.compile("\\*{10,}|\\* Waiting for client.*\\*");
    private static final Pattern HEADER = Pattern.compile("#bytes\\s+#iterations\\s+.*");
    private static final Pattern NOISE =
            Pattern.compile(
                    "#, usec|\\d+, [0-9.e+]+|Waiting for client rdma_cm QP to connect"
                            + "|Please run the same command with the IB/RoCE interface IP"
                            + "|Device not recognized to implement inline feature.*"
                            + "|Perftest doesn't supports CUDA.*|initializing CUDA"
                            + "|Using (DMA-BUF|mmap|CUDA|peer).*|Listing all CUDA devices.*"
                            + "|CUDA device \\d+:.*|Picking device No\\. \\d+.*"
                            + "|\\[pid = .*|creating CUDA Ctx|making it the current CUDA Ctx"
                            + "|cuMem\\w+\\(.*|allocated GPU buffer.*|destroying .*"
                            + "|deallocating .*|.*running on device.*",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern ERROR =
            Pattern.compile(
                    "(?i).*(couldn't|could not|unable to|failed|error|not found|not supported"
                            + "|should be between|completion with|syndrom|timed? ?out|mismatch).*");

    @Override
    public String name() {
        return "perftest";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PerftestRun.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return PROGRAM.matcher(CommandLine.of(command).program()).matches();
    }

    @Override
    public boolean recognises(String text) {
        return PerftestJson.isOne(text)
                || text.contains(" Test\n")
                        && (text.contains("BW Test") || text.contains("Latency Test"))
                        && text.contains("Number of qps")
                || text.contains("#bytes") && text.contains("#iterations");
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<PerftestRun> runs = new ArrayList<>();
        if (PerftestJson.isOne(transcript.stdout())) {
            PerftestJson.read(lines, transcript.command()).ifPresent(runs::add);
            return lines.reading(runs);
        }
        PerftestTable table = new PerftestTable();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            String text = line.stripped();
            if (RULER.matcher(text).matches() || STARS.matcher(text).matches()) {
                line.ignore();
                if (text.startsWith("* Waiting")) table.server();
                else table.ruler();
            } else if (BANNER.matcher(text).matches()) {
                if (table.hasRows()) {
                    table.finish().ifPresent(runs::add);
                    table = new PerftestTable();
                }
                table.banner(line);
            } else if (HEADER.matcher(text).matches()) {
                table.columns(line);
            } else if (text.contains("CPU frequency values") || text.contains("CPU Frequency is")) {
                table.cpuWarning(line);
            } else if (text.contains("BW peak won't be measured")) {
                table.peakNotMeasured(line);
            } else if (NOISE.matcher(text).matches()) {
                line.ignore();
            } else if (ERROR.matcher(text).matches()) {
                table.error(line);
            } else if (!table.row(line) && !table.address(line)) {
                table.setting(line);
            }
        }
        table.finish().ifPresent(runs::add);
        if (runs.isEmpty()) {
            Optional<String> why = lines.complaint();
            lines.unavailable(why.orElse("no perftest table"));
        }
        return lines.reading(runs);
    }
}
