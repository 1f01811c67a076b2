package io.railhead.cli;

import io.railhead.checks.Explanation;
import io.railhead.checks.diagnosis.Explanations;
import io.railhead.intent.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `railhead explain`.
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Says what a finding is, how it shows, why it happens, how to mend it and how to"
                        + " prove that it is mended. Without a code, lists all.",
        footer = {"", "Example: railhead explain mtu-mismatch"})
public final class ExplainCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "CODE", description = "The code of a finding.")
    @Nullable String code;

    @Mixin private OutputOptions output = new OutputOptions();

    ExplainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        if (code == null) {
            output.write(console, output.json() ? Json.write(all()) : list());
            return Exit.OK;
        }
        String wanted = code.strip().toLowerCase(Locale.ROOT);
        Explanation explanation =
                Explanations.of(wanted).orElseThrow(() -> new UserError(unknown(wanted)));
        output.write(
                console,
                output.json() ? Json.write(json(wanted, explanation)) : text(wanted, explanation));
        return Exit.OK;
    }

    private static String unknown(String code) {
        return "there is no finding \""
                + code
                + "\""
                + NearestName.of(code, List.copyOf(Explanations.installed().keySet()))
                        .map(n -> "; did you mean " + n + "?")
                        .orElse("")
                + " («railhead explain» lists all)";
    }

    private static List<Object> all() {
        List<Object> all = new ArrayList<>();
        Explanations.installed().forEach((code, e) -> all.add(json(code, e)));
        return all;
    }

    private String list() {
        Map<String, Explanation> all = Explanations.installed();
        int column = 2 + all.keySet().stream().mapToInt(String::length).max().orElse(0);
        StringBuilder text = new StringBuilder();
        all.forEach(
                (code, e) -> {
                    String what = e.what().strip().replaceAll("\\s+", " ");
                    String label = code + " ".repeat(column - code.length());
                    text.append(Wrap.labelled(label, what, 0, width()));
                });
        return text.toString();
    }

    private int width() {
        return Math.min(console.width(), 100);
    }

    private static Map<String, Object> json(String code, Explanation e) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("code", code);
        map.put("what", e.what());
        map.put("shows", e.shows());
        map.put("why", e.why());
        map.put("fix", e.fix());
        map.put("prove", e.prove());
        return map;
    }

    private String text(String code, Explanation e) {
        Style style = new Style(console);
        StringBuilder text = new StringBuilder(style.bold(code)).append('\n');
        part(text, style, "What it is", e.what());
        part(text, style, "How it shows", e.shows());
        part(text, style, "Why it happens", e.why());
        part(text, style, "How to mend it", e.fix());
        part(text, style, "How to prove it", e.prove());
        return text.toString();
    }

    /// A command with its remark behind it, or the remark above it where both do not fit.
    private String fitted(String line) {
        int remark = line.indexOf(" # ");
        if (line.length() <= width() || remark < 0) {
            return line;
        }
        String command = line.substring(0, remark).stripTrailing();
        return "    " + line.substring(remark).strip() + "\n" + command;
    }

    /// Paragraphs are wrapped anew; lines that begin with two blanks are commands and stay.
    private void part(StringBuilder text, Style style, String title, String body) {
        text.append('\n').append(style.bold(title)).append('\n');
        StringBuilder paragraph = new StringBuilder();
        for (String line : body.stripTrailing().lines().toList()) {
            if (line.isBlank() || line.startsWith("  ")) {
                paragraph(text, paragraph);
                text.append(line.isBlank() ? "" : fitted("  " + line)).append('\n');
            } else {
                paragraph.append(paragraph.isEmpty() ? "" : " ").append(line);
            }
        }
        paragraph(text, paragraph);
    }

    private void paragraph(StringBuilder text, StringBuilder paragraph) {
        if (!paragraph.isEmpty()) {
            Wrap.lines(paragraph.toString(), 2, width()).forEach(l -> text.append(l).append('\n'));
            paragraph.setLength(0);
        }
    }
}
