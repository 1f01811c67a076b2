package io.railhead.evidence.gpu;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.DcgmResult;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `dcgmi diag -r LEVEL`: a table of tests with their results; a failed one names the GPUs, and
/// lines that begin with `Warning` or `Error` say why. From 4.0 on each GPU has a line of its own
/// below the test.
@AutoService(Parser.class)
public final class DcgmiDiag implements Parser {
    private static final Pattern ROW = Pattern.compile("\\| {0,2}(.{1,60}?) *\\| (.{0,400}?) *\\|");
    private static final Pattern OUTCOME =
            Pattern.compile("(Pass|Fail|Skip|Warn(?:ing)?|Not Run)\\b(.*)");
    private static final Pattern PER_GPU =
            Pattern.compile(
                    "(GPU ?\\d{1,3}|CPU ?\\d{1,3})(?:: ?| - )(Pass|Fail|Skip|Warn(?:ing)?)\\b.*");
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^\\| Diagnostic +\\| Result|^(?:Successfully ran diagnostic|Error: Diagnostic)");
    private static final Pattern FRAME =
            Pattern.compile(
                    "[+|][-=+ |]{3,}|[+|]-{3,} .{1,60} -{3,}[-+|]+|Successfully ran diagnostic.*"
                            + "|\\| Diagnostic +\\| Result +\\|");

    @Override
    public String name() {
        return "dcgmi-diag";
    }

    @Override
    public List<Probe> probes() {
        // It loads every GPU for minutes: never without being asked.
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(DcgmResult.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("dcgmi", "diag");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "dcgmi");
        List<DcgmResult> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            String s = line.stripped();
            if (!line.isLeft() || s.length() > 1000) continue;
            if (FRAME.matcher(s).matches()) {
                line.ignore();
                continue;
            }
            Matcher row = ROW.matcher(s);
            if (!row.matches()) continue;
            String name = row.group(1).strip();
            String said = row.group(2).strip();
            Matcher outcome = OUTCOME.matcher(said);
            Matcher gpu = PER_GPU.matcher(said);
            if (gpu.matches() && !facts.isEmpty()) {
                facts.add(
                        new DcgmResult(
                                "diag",
                                name.isEmpty() ? facts.getLast().test() : name,
                                gpu.group(1),
                                gpu.group(2),
                                List.of(),
                                line.read().source()));
            } else if (outcome.matches() && !name.isEmpty()) {
                facts.add(
                        new DcgmResult(
                                "diag",
                                name,
                                gpus(outcome.group(2)),
                                outcome.group(1),
                                List.of(),
                                line.read().source()));
            } else if (!facts.isEmpty() && (name.isEmpty() || isRemark(name))) {
                facts.set(facts.size() - 1, with(facts.getLast(), said, !name.isEmpty()));
                line.read();
            } else if (!said.isEmpty()) {
                // Versions and the like before the tests.
                line.ignore();
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no test was run"));
        return lines.reading(facts);
    }

    private static boolean isRemark(String name) {
        return name.startsWith("Warning") || name.startsWith("Error") || name.startsWith("Info");
    }

    /// `GPU 3` of ` - GPUs: 3`, `GPU 0, 2` of ` - GPU: 0, 2`; empty for all.
    private static String gpus(String rest) {
        Matcher m = Pattern.compile(".*GPUs?: *(\\d[\\d, ]{0,60})").matcher(rest);
        return m.matches() ? "GPU " + m.group(1).strip() : "";
    }

    private static DcgmResult with(DcgmResult r, String said, boolean begins) {
        List<String> details = new ArrayList<>(r.details());
        // A remark goes on in the next lines of its column.
        if (begins || details.isEmpty()) details.add(said);
        else details.set(details.size() - 1, details.getLast() + " " + said);
        return new DcgmResult(r.suite(), r.test(), r.entity(), r.outcome(), details, r.source());
    }
}
