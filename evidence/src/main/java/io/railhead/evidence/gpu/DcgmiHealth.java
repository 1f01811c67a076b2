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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `dcgmi health -g GROUP -c`: the overall health, then a row a GPU with trouble and what it is.
@AutoService(Parser.class)
public final class DcgmiHealth implements Parser {
    private static final Pattern ROW = Pattern.compile("\\|(.{0,60}?)\\| (.{0,400}?) *\\|");
    private static final Pattern OVERALL =
            Pattern.compile("\\| Overall Health +\\| (Healthy|Warning|Failure) .*");
    private static final Pattern TEXT =
            Pattern.compile("(?m)^\\| Overall Health +\\||^\\| Health Monitor Report ");
    private static final Pattern KIND = Pattern.compile("(?i)(?:->)? *(GPU|NvSwitch|CPU)s?");
    private static final Pattern ENTITY =
            Pattern.compile("(?i)(?:->)? *(GPU|NvSwitch|CPU)?(?: ID)?:? *(\\d{1,3})");
    private static final Pattern FRAME =
            Pattern.compile("[+|][-=+ |]{3,}|\\| Health Monitor Report +\\|?");

    /// What is watched by others is asked; setting a watch would change the host engine.
    private static final String SCRIPT =
            "[ -e /dev/nvidiactl ] || { echo 'no NVIDIA driver' >&2; exit 1; };"
                    + " timeout -k 1 7 dcgmi health -g 0 -c | head -n 200";

    @Override
    public String name() {
        return "dcgmi-health";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), SCRIPT)
                        .within(Duration.ofSeconds(8))
                        .asPrompt() // It limits the tool itself.
                        .cited("dcgmi health -g 0 -c"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(DcgmResult.class);
    }

    @Override
    public boolean readsCommand(String command) {
        if (command.equals(SCRIPT)) return true;
        CommandLine c = CommandLine.of(command);
        return c.is("dcgmi", "health") && (c.has("-c") || c.has("--check"));
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "dcgmi");
        List<DcgmResult> facts = new ArrayList<>();
        String kind = "GPU";
        String entity = "";
        for (Lines.Line line : lines) {
            String s = line.stripped();
            if (!line.isLeft() || s.length() > 1000) continue;
            Matcher overall = OVERALL.matcher(s);
            Matcher row = ROW.matcher(s);
            if (overall.matches()) {
                facts.add(
                        new DcgmResult(
                                "health",
                                "Overall Health",
                                "",
                                overall.group(1),
                                List.of(),
                                line.read().source()));
            } else if (FRAME.matcher(s).matches()) {
                line.ignore();
            } else if (row.matches()) {
                String name = row.group(1).strip();
                String said = row.group(2).strip();
                Matcher of = ENTITY.matcher(name);
                Matcher heads = KIND.matcher(name);
                if (heads.matches()) kind = heads.group(1);
                if (of.matches()) {
                    entity = (of.group(1) == null ? kind : of.group(1)) + " " + of.group(2);
                }
                if (!entity.isEmpty() && said.matches("(?:Healthy|Warning|Failure)\\b.*")) {
                    facts.add(
                            new DcgmResult(
                                    "health",
                                    of.matches() ? "" : name.replaceFirst("^-> *", ""),
                                    entity,
                                    said.replaceFirst("\\W.*", ""),
                                    rest(said),
                                    line.read().source()));
                } else if (!facts.isEmpty() && !said.isEmpty() && !heads.matches()) {
                    DcgmResult r = facts.getLast();
                    List<String> details = new ArrayList<>(r.details());
                    details.add(said);
                    facts.set(
                            facts.size() - 1,
                            new DcgmResult(
                                    r.suite(),
                                    r.test(),
                                    r.entity(),
                                    r.outcome(),
                                    details,
                                    r.source()));
                    line.read();
                } else {
                    line.ignore();
                }
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("health is not watched"));
        return lines.reading(facts);
    }

    private static List<String> rest(String said) {
        String rest = said.replaceFirst("^\\w+\\W*", "").strip();
        return rest.isEmpty() ? List.of() : List.of(rest);
    }
}
