package io.railhead.cli.findings;

import io.railhead.checks.diagnosis.Harmless;
import io.railhead.cli.Console;
import io.railhead.cli.Style;
import io.railhead.cli.Wrap;
import io.railhead.model.Curtailed;
import io.railhead.model.Doubt;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import io.railhead.model.Severity;
import io.railhead.model.Unread;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// A diagnosis for reading at three in the morning: what is wrong, the lines that prove it, what to
/// do; then what follows from it, in one line each; then what else was seen, and what was not
/// understood.
public final class DiagnosisText {
    /// Quoted lines of a root cause, unless all are asked for.
    private static final int QUOTES = 5;

    /// Rows that one quoted line may take.
    private static final int ROWS = 4;

    /// Parts not recognised that are named, unless all are asked for.
    private static final int PARTS = 5;

    /// Quoted lines of a symptom, when all are asked for.
    private static final int MANY = 100;

    private final Examined examined;
    private final Style style;
    private final int width;
    private final boolean verbose;
    private final boolean reasons;
    private final StringBuilder text = new StringBuilder();

    private DiagnosisText(Examined examined, Console console, boolean verbose, boolean reasons) {
        this.examined = examined;
        this.style = new Style(console);
        this.width = Math.min(console.width(), 100);
        this.verbose = verbose;
        this.reasons = reasons;
    }

    /// @param verbose all evidence, and every part that was not recognised
    /// @param reasons why lines that look like faults are harmless
    public static String of(Examined examined, Console console, boolean verbose, boolean reasons) {
        return new DiagnosisText(examined, console, verbose, reasons).write();
    }

    private String write() {
        List<Finding> findings = examined.report().findings();
        Set<String> explained =
                findings.stream().flatMap(f -> f.explains().stream()).collect(Collectors.toSet());
        headline();
        int number = 0;
        Set<String> shown = new LinkedHashSet<>();
        for (boolean circle : new boolean[] {false, true}) {
            for (Finding f : findings) {
                if (shown.contains(f.code()) || (!circle && explained.contains(f.code()))) continue;
                List<Finding> symptoms = symptoms(f, findings);
                root(++number, f, symptoms);
                shown.add(f.code());
                symptoms.forEach(s -> shown.add(s.code()));
            }
        }
        text.append(FiguresText.of(examined.facts(), width));
        harmless();
        notChecked();
        unrecognised();
        return text.toString();
    }

    /// What it comes to where no fault is named below.
    private void headline() {
        switch (examined.judgement()) {
            case FAULTS -> {}
            case NO_FAULT -> {
                if (examined.report().findings().isEmpty())
                    text.append(style.good("No fault found")).append(" in what was read.\n\n");
            }
            case NO_FAULT_IN_PART, NOT_RECOGNISED, NOTHING_READ ->
                    text.append(Wrap.labelled("", Words.of(examined), 0, width)).append('\n');
        }
    }

    /// What follows from a root, and what follows from that.
    private static List<Finding> symptoms(Finding root, List<Finding> all) {
        Set<String> codes = new LinkedHashSet<>(root.explains());
        for (int before = -1; before < codes.size(); ) {
            before = codes.size();
            all.stream()
                    .filter(f -> codes.contains(f.code()))
                    .toList()
                    .forEach(f -> codes.addAll(f.explains()));
        }
        codes.remove(root.code());
        return all.stream().filter(f -> codes.contains(f.code())).toList();
    }

    private void root(int number, Finding f, List<Finding> symptoms) {
        Doubt doubt = f.doubt();
        text.append(number)
                .append(". ")
                .append(style.of(f.severity(), f.severity().word().toUpperCase(Locale.ROOT)))
                .append("  ")
                .append(style.bold(f.code()))
                .append("  ")
                .append(f.subject())
                .append(
                        doubt.certainty() == Doubt.Certainty.CERTAIN
                                ? ""
                                : "  (" + doubt.certainty().word() + ")")
                .append('\n');
        text.append(Wrap.labelled("", f.summary(), 3, width));
        int quoted = 0;
        for (Evidence e : f.evidence()) {
            if (!verbose && ++quoted > QUOTES) {
                text.append("     | and ")
                        .append(f.evidence().size() - QUOTES)
                        .append(" more lines (-v shows them)\n");
                break;
            }
            evidence(e);
        }
        if (!f.cause().isBlank()) text.append(Wrap.labelled("why: ", f.cause(), 3, width));
        fix(f.fix());
        open(doubt);
        symptoms.forEach(this::follows);
        text.append("   more: railhead explain ").append(f.code()).append("\n\n");
    }

    /// Sentences are wrapped; commands stand in lines of their own, to be copied.
    private void fix(String fix) {
        if (fix.isBlank()) return;
        String label = "fix: ";
        for (String line : fix.stripTrailing().lines().toList()) {
            if (line.startsWith("  ")) {
                if (label.startsWith("f")) text.append("   fix:\n");
                text.append("        ").append(style.bold(line.strip())).append('\n');
            } else {
                text.append(Wrap.labelled(label, line, 3, width));
            }
            label = "     ";
        }
    }

    private void open(Doubt doubt) {
        if (doubt.decide().isBlank()) return;
        text.append(Wrap.labelled("decide: ", doubt.decide(), 3, width));
        if (doubt.alternatives().isEmpty()) return;
        text.append("   may also be, most likely first, and what shows it:\n");
        for (Doubt.Alternative a : doubt.alternatives()) {
            text.append(Wrap.labelled(a.code() + ": ", a.decide(), 6, width, 10));
        }
    }

    /// One line for what follows from a root; its own evidence only when all is asked for.
    private void follows(Finding f) {
        String where =
                f.evidence().stream()
                        .findFirst()
                        .map(e -> " (" + e.document() + (e.line() > 0 ? ":" + e.line() : "") + ")")
                        .orElse("");
        text.append(
                Wrap.labelled(
                        "-> ", "explains " + f.code() + ": " + f.summary() + where, 3, width));
        if (verbose) f.evidence().stream().limit(MANY).forEach(this::evidence);
    }

    private void harmless() {
        List<Harmless> lines = Harmless.in(examined.facts());
        if (lines.isEmpty()) return;
        boolean loud =
                examined.report().findings().stream().anyMatch(f -> f.severity() != Severity.INFO);
        if (loud && !reasons) {
            text.append(
                            lines.size() == 1
                                    ? "1 line looks like a fault and is none"
                                    : lines.size() + " lines look like faults and are none")
                    .append(" (--harmless says why)\n\n");
            return;
        }
        text.append(style.bold("Harmless")).append('\n');
        for (Harmless h : lines) {
            evidence(h.line());
            String often = h.count() > 1 ? " (" + h.count() + " times)" : "";
            text.append(Wrap.labelled("harmless: ", h.why() + often, 3, width));
        }
        text.append('\n');
    }

    private void evidence(Evidence e) {
        String line = e.line() > 0 ? ":" + e.line() : "";
        text.append("   ")
                .append(style.dim(cut(printable(e.document()), width - 10) + line))
                .append('\n');
        String quote = printable(e.text().strip());
        int room = width - 7;
        for (int row = 0; row < ROWS && !quote.isEmpty(); row++) {
            boolean last = row == ROWS - 1;
            String part = last ? cut(quote, room) : quote.substring(0, fitting(quote, room));
            text.append("     | ").append(part).append('\n');
            quote = last ? "" : quote.substring(part.length()).stripLeading();
        }
    }

    /// What others wrote is not to move the cursor or to change colours here.
    private static String printable(String s) {
        StringBuilder out = new StringBuilder(s.length());
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '\t') out.append(' ');
            else if (!Character.isISOControl(c)) out.append(c);
        }
        return out.toString();
    }

    /// How much of a quotation goes into one row: up to a blank near its end, where there is one.
    private static int fitting(String quote, int room) {
        if (quote.length() <= room) return quote.length();
        int blank = quote.lastIndexOf(' ', room);
        return blank > room * 2 / 3 ? blank : room;
    }

    private static String cut(String s, int room) {
        return s.length() <= room ? s : s.substring(0, Math.max(0, room - 2)) + " …";
    }

    private void notChecked() {
        List<NotChecked> all = examined.report().notChecked();
        int most = verbose ? all.size() : PARTS;
        for (NotChecked n : all.subList(0, Math.min(all.size(), most))) {
            String of = n.subject().isEmpty() ? "" : " of " + n.subject();
            String why = n.check() + of + ": " + n.why();
            text.append(Wrap.labelled("not checked: ", why, 0, width));
        }
        if (all.size() > most) {
            text.append("   and ").append(all.size() - most).append(" more (-v shows them)\n");
        }
    }

    private void unrecognised() {
        List<Unread> unread = examined.facts().unread();
        if (!unread.isEmpty()) {
            long lines = unread.stream().mapToLong(Unread::lines).sum();
            text.append(style.bold("Not recognised"))
                    .append(": ")
                    .append(counted(unread.size(), "part"))
                    .append(" of the input, ")
                    .append(counted(lines, "line"))
                    .append('\n');
            List<String> rows =
                    unread.stream().map(u -> place(u.document(), u.line()) + u.text()).toList();
            rows(rows, row -> cut(printable(row.strip()), width - 3) + '\n');
        }
        List<Curtailed> curtailed = examined.facts().curtailed();
        if (curtailed.isEmpty()) return;
        text.append(style.bold("Not read in full")).append('\n');
        List<String> rows =
                curtailed.stream().map(c -> place(c.document(), c.line()) + c.why()).toList();
        rows(rows, row -> Wrap.labelled("", row, 3, width).stripLeading());
    }

    private static String place(String document, int line) {
        return document + (line > 0 ? ":" + line : "") + ": ";
    }

    private static String counted(long n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }

    private void rows(List<String> rows, UnaryOperator<String> laidOut) {
        int most = verbose ? rows.size() : PARTS;
        rows.stream().limit(most).forEach(r -> text.append("   ").append(laidOut.apply(r)));
        if (rows.size() > most) {
            text.append("   and ").append(rows.size() - most).append(" more (-v shows them)\n");
        }
    }
}
