package io.railhead.evidence.nvue;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PendingSettings;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// `nv config diff`: what `nv set` has prepared and `nv config apply` has not put in force, as YAML
/// or, with `-o commands`, as `nv set …`. It looks as a configuration does, so that only the
/// command above it tells what it is. Between two named revisions it is no such thing.
@AutoService(Parser.class)
public final class NvueConfigDiff implements Parser {
    private static final Pattern PROMPTED =
            Pattern.compile(
                    "\\A\\s*(?:\\S{1,80}[#$>] ?)?(?:sudo )?nv config diff"
                            + "(?: +-o +\\w+| +applied(?: +pending)?)* *$",
                    Pattern.MULTILINE);

    @Override
    public String name() {
        return "nvue-config-diff";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PendingSettings.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nv", "config") && c.has("diff");
    }

    @Override
    public boolean recognises(String text) {
        return PROMPTED.matcher(text).find();
    }

    /// Whether it is a difference of any two revisions, which is no configuration.
    static boolean isDiff(String text) {
        return DIFF.matcher(text).find();
    }

    private static final Pattern DIFF =
            Pattern.compile("\\A\\s*(?:\\S{1,80}[#$>] ?)?(?:sudo )?nv config diff\\b");

    /// Without revisions it is of what is applied and what is pending.
    private static boolean ofPending(CommandLine command) {
        List<String> words = command.arguments();
        List<String> revisions = new ArrayList<>();
        for (int i = words.indexOf("diff") + 1; i < words.size(); i++) {
            if (words.get(i).startsWith("-")) i++;
            else revisions.add(words.get(i));
        }
        return revisions.isEmpty()
                || revisions.equals(List.of("applied"))
                || revisions.equals(List.of("applied", "pending"));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        if (!ofPending(lines.command())) {
            lines.ignoreAll();
            return lines.reading(List.of());
        }
        Map<String, Stated<String>> settings = NvueSettings.of(lines).all();
        // A diff of nothing is an answer: all that was set is in force.
        if (settings.isEmpty()) lines.complaint().ifPresent(lines::unavailable);
        return lines.reading(
                settings.isEmpty()
                        ? List.of()
                        : List.of(new PendingSettings(settings, lines.whole())));
    }
}
