package io.railhead.cli.findings;

import io.railhead.checks.Ranking;
import io.railhead.cli.Console;
import io.railhead.cli.Style;
import io.railhead.cli.Wrap;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.HostSet;
import io.railhead.model.NotChecked;
import io.railhead.model.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Findings for reading at 80 columns: root causes first, each with its line of proof; equal ones
/// of many hosts once.
public final class FindingsText {
    /// More reasons for not checking than these are only counted, unless all are asked for.
    private static final int REASONS = 8;

    /// Rows that one quoted line may take.
    private static final int QUOTE_ROWS = 4;

    /// Subjects named in the heading of findings that name two machines each.
    private static final int SUBJECTS = 2;

    /// Causes, and fixes, of findings told together that differ from each other.
    private static final int WORDINGS = 6;

    /// Quoted lines a finding.
    private static final int QUOTES = 3;

    private final Examined examined;
    private final Style style;
    private final int width;
    private final boolean verbose;
    private final StringBuilder text = new StringBuilder();

    private FindingsText(Examined examined, Console console, boolean verbose) {
        this.examined = examined;
        this.style = new Style(console);
        this.width = Math.min(console.width(), 100);
        this.verbose = verbose;
    }

    /// @param verbose also every reason for not checking, and the lines nobody could read
    public static String of(Examined examined, Console console, boolean verbose) {
        return new FindingsText(examined, console, verbose).write();
    }

    private String write() {
        List<Ranking.Group> groups = examined.groups();
        int number = 0;
        for (Ranking.Group group : groups) {
            group(++number, group);
        }
        notChecked();
        unread();
        summary();
        return text.toString();
    }

    private void group(int number, Ranking.Group group) {
        Finding first = group.findings().getFirst();
        String word = group.severity().word().toUpperCase(Locale.ROOT);
        String subject = subject(group);
        String plain = number + ". " + word + "  " + group.code() + "  " + subject;
        text.append(number)
                .append(". ")
                .append(style.of(group.severity(), word))
                .append("  ")
                .append(style.bold(group.code()));
        // A subject that does not fit beside the code stands below it.
        if (plain.length() <= width) {
            text.append("  ").append(subject).append('\n');
        } else {
            text.append('\n');
            paragraph("", subject);
        }
        paragraph("", first.summary());
        wordings("cause: ", group.wordings(Finding::cause, examined.machines()));
        wordings("fix: ", group.wordings(Finding::fix, examined.machines()));
        int quoted = 0;
        for (Evidence evidence : first.evidence()) {
            if (++quoted > QUOTES) {
                break;
            }
            evidence(evidence);
        }
        if (examined.recorded(first)) {
            paragraph("", "recorded: this rests on a recorded sample, not on the device");
        }
        if (!first.explains().isEmpty()) {
            paragraph("explains: ", String.join(", ", first.explains().stream().sorted().toList()));
        }
        text.append('\n');
    }

    /// `gpu[01-64] eth1` for a group whose members differ only in the machine.
    private String subject(Ranking.Group group) {
        if (group.findings().size() == 1) {
            return group.findings().getFirst().subject();
        }
        Set<String> machines = new LinkedHashSet<>();
        Set<String> subjects = new LinkedHashSet<>();
        for (Finding finding : group.findings()) {
            machines.addAll(Ranking.machinesOf(finding.subject(), examined.machines()));
            subjects.add(finding.subject());
        }
        String pattern = group.pattern();
        boolean one = pattern.indexOf('*') >= 0 && pattern.indexOf('*') == pattern.lastIndexOf('*');
        if (one) {
            return pattern.replace("*", HostSet.fold(machines));
        }
        List<String> all = List.copyOf(subjects);
        return all.size() <= SUBJECTS
                ? String.join(", ", all)
                : String.join(", ", all.subList(0, SUBJECTS))
                        + " and "
                        + (all.size() - SUBJECTS)
                        + " more";
    }

    /// One wording for all, or each with the machines that it is of.
    private void wordings(String label, Map<String, List<Finding>> wordings) {
        int shown = 0;
        for (Map.Entry<String, List<Finding>> one : wordings.entrySet()) {
            if (++shown > WORDINGS && !verbose) {
                paragraph(label, "and " + (wordings.size() - WORDINGS) + " others (-v shows them)");
                break;
            }
            Set<String> machines = new LinkedHashSet<>();
            one.getValue()
                    .forEach(
                            f ->
                                    machines.addAll(
                                            Ranking.machinesOf(f.subject(), examined.machines())));
            String of =
                    wordings.size() == 1 || machines.isEmpty() ? "" : HostSet.fold(machines) + ": ";
            paragraph(label, of + one.getKey());
        }
    }

    private void paragraph(String label, String content) {
        if (!content.isBlank()) {
            text.append(Wrap.labelled(label, content, 3, width));
        }
    }

    private void evidence(Evidence evidence) {
        String line = evidence.line() > 0 ? ":" + evidence.line() : "";
        text.append("   ")
                .append(style.dim(cut(evidence.document(), width - 3 - line.length()) + line))
                .append('\n');
        String quote = evidence.text().strip();
        int room = width - 7;
        for (int row = 0; row < QUOTE_ROWS && !quote.isEmpty(); row++) {
            boolean last = row == QUOTE_ROWS - 1;
            String part =
                    last ? cut(quote, room) : quote.substring(0, Math.min(room, quote.length()));
            text.append("     | ").append(part).append('\n');
            quote = last ? "" : quote.substring(part.length());
        }
    }

    /// A probe may be a whole line of shell: its beginning tells which it is.
    private static String cut(String s, int room) {
        String one = s.replace('\n', ' ').replace('\t', ' ');
        return one.length() <= room ? one : one.substring(0, room - 2) + " …";
    }

    private void notChecked() {
        List<NotChecked> all = examined.report().notChecked();
        if (all.isEmpty()) {
            return;
        }
        // One reason often keeps many checks from being made: no such device, no intent.
        Map<String, List<String>> byReason = new TreeMap<>();
        for (NotChecked n : all) {
            String reason = (n.subject().isEmpty() ? "" : n.subject() + ": ") + n.why();
            byReason.computeIfAbsent(reason, r -> new ArrayList<>()).add(n.check());
        }
        List<Map.Entry<String, List<String>>> reasons = new ArrayList<>(byReason.entrySet());
        reasons.sort(
                Comparator.comparingInt((Map.Entry<String, List<String>> e) -> e.getValue().size())
                        .reversed());
        text.append(style.bold("Not checked")).append('\n');
        int shown = 0;
        for (Map.Entry<String, List<String>> reason : reasons) {
            if (!verbose && ++shown > REASONS) {
                text.append("   and ")
                        .append(reasons.size() - REASONS)
                        .append(" more reasons (-v shows them)\n");
                break;
            }
            List<String> checks = reason.getValue();
            String which =
                    checks.size() <= 2 || verbose
                            ? String.join(", ", checks)
                            : checks.size() + " checks";
            text.append(Wrap.labelled("- ", reason.getKey() + " (" + which + ")", 1, width));
        }
        text.append('\n');
    }

    private void unread() {
        int count = examined.facts().unread().size();
        if (count == 0) {
            return;
        }
        text.append(style.bold("Not understood"))
                .append("  ")
                .append(count)
                .append(count == 1 ? " line" : " lines")
                .append(" of output")
                .append(verbose ? "" : " (-v shows them)")
                .append('\n');
        if (verbose) {
            examined.facts()
                    .unread()
                    .forEach(
                            u ->
                                    text.append("   ")
                                            .append(u.document())
                                            .append(':')
                                            .append(u.line())
                                            .append(": ")
                                            .append(u.text())
                                            .append('\n'));
        }
        text.append('\n');
    }

    private static String counted(Severity severity, long n) {
        return switch (severity) {
            case CRITICAL, INFO -> severity.word();
            case ERROR, WARNING -> severity.word() + (n == 1 ? "" : "s");
        };
    }

    private void summary() {
        List<Finding> findings = examined.report().findings();
        List<Ranking.Group> groups = examined.groups();
        int asked = examined.machines().size();
        int answered = examined.facts().machines().size();
        StringBuilder line = new StringBuilder();
        line.append(answered).append(answered == 1 ? " machine" : " machines");
        if (answered < asked) {
            line.append(" of ").append(asked);
        }
        line.append(", ")
                .append(examined.checks())
                .append(examined.checks() == 1 ? " check: " : " checks: ");
        if (findings.isEmpty()) {
            line.append(style.good("no findings"));
        } else {
            List<String> counts = new ArrayList<>();
            for (Severity severity : Severity.values()) {
                long n = groups.stream().filter(g -> g.severity() == severity).count();
                if (n > 0) {
                    counts.add(style.of(severity, n + " " + counted(severity, n)));
                }
            }
            line.append(String.join(", ", counts));
            if (groups.size() < findings.size()) {
                // Those that differ only in the machine stand under one number.
                line.append(" (").append(findings.size()).append(" counted by machine)");
            }
        }
        int not = examined.report().notChecked().size();
        if (not > 0) {
            line.append("; ").append(not).append(" not checked");
        }
        if (!examined.facts().recorded().isEmpty()) {
            line.append("; ")
                    .append(examined.facts().recorded().size())
                    .append(" documents recorded, not read from a device");
        }
        text.append(Wrap.labelled("", line.toString(), 0, width, 2));
    }
}
