package io.railhead.checks;

import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A finding while it is being written. [#report] hands it in.
public final class Draft {
    /// Longest quoted line; a whole `ip -j addr` on one line would bury the proof.
    private static final int QUOTE = 240;

    private final String code;
    private final Severity severity;
    private final String subject;
    private final Facts facts;
    private final Outcomes out;
    private final Set<Evidence> evidence = new LinkedHashSet<>();
    private String summary = "";
    private String cause = "";
    private String fix = "";
    private Set<String> explains = Set.of();

    Draft(String code, Severity severity, String subject, Facts facts, Outcomes out) {
        this.code = code;
        this.severity = severity;
        this.subject = subject;
        this.facts = facts;
        this.out = out;
    }

    /// One sentence with the numbers.
    public Draft says(String text) {
        summary = text;
        return this;
    }

    /// Why it is so, as far as the evidence tells.
    public Draft because(String text) {
        cause = text;
        return this;
    }

    /// What to do, as commands where there are any.
    public Draft fix(String text) {
        fix = text;
        return this;
    }

    /// Quotes the line each fact was read from.
    public Draft cites(Fact... cited) {
        for (Fact fact : cited) {
            evidence.add(shorter(facts.cite(fact), ""));
        }
        return this;
    }

    public Draft cites(List<? extends Fact> cited) {
        return cites(cited.toArray(new Fact[0]));
    }

    /// Quotes the line, from the first `around` in it when it is too long to quote whole.
    public Draft cites(Fact fact, String around) {
        evidence.add(shorter(facts.cite(fact), around));
        return this;
    }

    /// Quotes one row of what a fact was read from.
    public Draft cites(Source row) {
        evidence.add(shorter(facts.cite(row), ""));
        return this;
    }

    public Draft cites(Evidence proof) {
        evidence.add(shorter(proof, ""));
        return this;
    }

    /// Codes of findings that this one causes on the same machines.
    public Draft explains(String... codes) {
        explains = Set.of(codes);
        return this;
    }

    public void report() {
        out.finding(
                new Finding(
                        code,
                        severity,
                        subject,
                        summary,
                        cause,
                        fix,
                        List.copyOf(evidence),
                        explains));
    }

    private static Evidence shorter(Evidence e, String around) {
        String text = e.text();
        if (text.length() <= QUOTE) {
            return e;
        }
        int at = around.isEmpty() ? 0 : Math.max(0, text.indexOf(around) - 40);
        int end = Math.min(text.length(), at + QUOTE);
        return new Evidence(
                e.document(),
                e.line(),
                (at > 0 ? "… " : "") + text.substring(at, end) + (end < text.length() ? " …" : ""));
    }
}
