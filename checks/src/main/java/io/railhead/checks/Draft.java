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
            evidence.add(Quote.of(facts, fact));
        }
        return this;
    }

    public Draft cites(List<? extends Fact> cited) {
        return cites(cited.toArray(new Fact[0]));
    }

    /// Quotes, of the lines a fact was read from, the one that holds the first word; of a long line
    /// of JSON the members that hold the words.
    public Draft cites(Fact fact, String word, String... more) {
        String[] words = new String[more.length + 1];
        words[0] = word;
        System.arraycopy(more, 0, words, 1, more.length);
        evidence.add(Quote.of(facts, fact, words));
        return this;
    }

    /// The same of several facts.
    public Draft cites(List<? extends Fact> cited, String word) {
        cited.forEach(f -> cites(f, word));
        return this;
    }

    /// Quotes one row of what a fact was read from.
    public Draft cites(Source row) {
        evidence.add(Quote.of(facts, row));
        return this;
    }

    public Draft cites(Evidence proof) {
        evidence.add(proof);
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
}
