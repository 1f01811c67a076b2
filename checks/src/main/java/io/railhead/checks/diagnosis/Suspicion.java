package io.railhead.checks.diagnosis;

import io.railhead.checks.Explanation;
import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LogEvent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A cause that the evidence shows, while it is being written.
public final class Suspicion {
    /// Lines quoted by one finding.
    private static final int QUOTES = 16;

    private final String code;
    private final Strength strength;
    private final Clues clues;
    private String subject;
    private final String summary;
    private final Facts facts;
    private final Set<Evidence> evidence = new LinkedHashSet<>();
    private final Set<String> explains = new TreeSet<>();
    private Severity severity = Severity.ERROR;
    private String cause = "";
    private String fix = "";

    Suspicion(String code, Strength strength, String subject, String summary, Clues clues) {
        this.code = code;
        this.strength = strength;
        this.subject = subject;
        this.summary = summary;
        this.clues = clues;
        this.facts = clues.facts();
    }

    public Suspicion critical() {
        severity = Severity.CRITICAL;
        return this;
    }

    public Suspicion warning() {
        severity = Severity.WARNING;
        return this;
    }

    public Suspicion info() {
        severity = Severity.INFO;
        return this;
    }

    /// Quotes the lines that told these events; the first few of many.
    public Suspicion cites(List<LogEvent> events) {
        if (subject.isBlank() && !events.isEmpty()) subject = clues.who(events.getFirst());
        for (LogEvent e : events) {
            if (evidence.size() >= QUOTES) break;
            evidence.add(new Evidence(e.source().document(), e.source().firstLine(), e.text()));
        }
        return this;
    }

    public Suspicion cites(LogEvent... events) {
        return cites(List.of(events));
    }

    public Suspicion cites(Optional<LogEvent> event) {
        return cites(event.stream().toList());
    }

    public Suspicion cites(Fact fact) {
        if (subject.isBlank()) subject = clues.machineOf(fact);
        evidence.add(facts.cite(fact));
        return this;
    }

    /// Whose it is, where no event tells.
    public Suspicion of(Fact fact) {
        if (subject.isBlank()) subject = clues.machineOf(fact);
        return this;
    }

    public Suspicion cites(Evidence proof) {
        evidence.add(proof);
        return this;
    }

    /// Quotes lines in this order; the first few of many.
    ///
    /// @param about whose they are
    Suspicion quotes(List<LogEvent> about, List<Evidence> lines) {
        if (subject.isBlank() && !about.isEmpty()) subject = clues.who(about.getFirst());
        lines.stream().limit(Math.max(0, QUOTES - evidence.size())).forEach(evidence::add);
        return this;
    }

    /// Why it is so in this case; without it, why it happens in general.
    public Suspicion because(String text) {
        cause = text;
        return this;
    }

    /// What to do in this case; without it, what helps in general.
    public Suspicion fix(String text) {
        fix = text;
        return this;
    }

    /// Codes of findings that this one is the cause of.
    public Suspicion explains(String... codes) {
        explains.addAll(List.of(codes));
        return this;
    }

    Facts facts() {
        return facts;
    }

    Strength strength() {
        return strength;
    }

    Finding finding(Optional<Explanation> general) {
        return new Finding(
                code,
                severity,
                subject.isBlank() ? "evidence" : subject,
                summary,
                cause.isEmpty() ? general.map(e -> flat(e.why())).orElse("") : cause,
                fix.isEmpty() ? general.map(e -> folded(e.fix())).orElse("") : fix,
                List.copyOf(evidence),
                explains);
    }

    /// Paragraphs in one line each, commands in lines of their own.
    private static String folded(String text) {
        StringBuilder all = new StringBuilder();
        boolean open = false;
        for (String line : text.replaceAll("^\\s*\\n", "").stripTrailing().lines().toList()) {
            boolean command = line.startsWith("  ");
            if (!all.isEmpty()) all.append(open && !command ? " " : "\n");
            all.append(command ? line.stripTrailing() : line.strip());
            open = !command;
        }
        return all.toString();
    }

    private static String flat(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
