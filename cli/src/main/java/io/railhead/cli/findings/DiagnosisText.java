package io.railhead.cli.findings;

import io.railhead.cli.Console;
import io.railhead.cli.Style;
import io.railhead.cli.Wrap;
import io.railhead.model.Curtailed;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import io.railhead.model.Unread;
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

    private final Examined examined;
    private final Style style;
    private final int width;
    private final boolean verbose;
    private final StringBuilder text = new StringBuilder();

    private DiagnosisText(Examined examined, Console console, boolean verbose) {
        this.examined = examined;
        this.style = new Style(console);
        this.width = Math.min(console.width(), 100);
        this.verbose = verbose;
    }

    /// @param verbose all evidence, and every part that was not recognised
    public static String of(Examined examined, Console console, boolean verbose) {
        return new DiagnosisText(examined, console, verbose).write();
    }

    private String write() {
        List<Finding> findings = examined.report().findings();
        Set<String> explained =
                findings.stream().flatMap(f -> f.explains().stream()).collect(Collectors.toSet());
        if (findings.isEmpty()) {
            text.append(style.good("No fault found")).append(" in what was read.\n\n");
        }
        int number = 0;
        for (Finding f : findings) {
            number++;
            if (explained.contains(f.code())) follows(f);
            else root(number, f);
        }
        notChecked();
        unrecognised();
        return text.toString();
    }

    private void root(int number, Finding f) {
        text.append(number)
                .append(". ")
                .append(style.of(f.severity(), f.severity().word().toUpperCase(Locale.ROOT)))
                .append("  ")
                .append(style.bold(f.code()))
                .append("  ")
                .append(f.subject())
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
        if (!f.fix().isBlank()) text.append(Wrap.labelled("fix: ", f.fix(), 3, width));
        text.append("   more: railhead explain ").append(f.code()).append("\n\n");
    }

    private void follows(Finding f) {
        // The blank line of the root above is taken back: this belongs to it.
        if (text.length() > 1 && text.charAt(text.length() - 2) == '\n') {
            text.setLength(text.length() - 1);
        }
        text.append(Wrap.labelled("-> ", "explains " + f.code() + ": " + f.summary(), 3, width));
        f.evidence().stream().limit(verbose ? 100 : 1).forEach(this::evidence);
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
            String part =
                    last ? cut(quote, room) : quote.substring(0, Math.min(room, quote.length()));
            text.append("     | ").append(part).append('\n');
            quote = last ? "" : quote.substring(part.length());
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

    private static String cut(String s, int room) {
        return s.length() <= room ? s : s.substring(0, Math.max(0, room - 2)) + " …";
    }

    private void notChecked() {
        for (NotChecked n : examined.report().notChecked()) {
            text.append(Wrap.labelled("not checked: ", n.check() + ": " + n.why(), 0, width));
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
