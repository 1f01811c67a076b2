package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Where a [Cause] puts what it suspects. Not safe for use by several threads.
public final class Verdict {
    /// Names in a subject before it says how many more there are.
    private static final int NAMED = 3;

    private final String code;
    private final Clues clues;
    private final List<Suspicion> suspicions = new ArrayList<>();

    Verdict(String code, Clues clues) {
        this.code = code;
        this.clues = clues;
    }

    /// The evidence itself says so.
    public Suspicion certain(List<LogEvent> about, String summary) {
        return suspicion(Strength.CERTAIN, about, summary);
    }

    /// Several pieces of evidence fit this and nothing else.
    public Suspicion likely(List<LogEvent> about, String summary) {
        return suspicion(Strength.LIKELY, about, summary);
    }

    /// It fits, and so would other causes.
    public Suspicion possible(List<LogEvent> about, String summary) {
        return suspicion(Strength.POSSIBLE, about, summary);
    }

    private Suspicion suspicion(Strength strength, List<LogEvent> about, String summary) {
        Suspicion s = new Suspicion(code, strength, subject(about), summary, clues).cites(about);
        suspicions.add(s);
        return s;
    }

    private String subject(List<LogEvent> about) {
        Set<String> names = new LinkedHashSet<>();
        about.forEach(e -> names.add(clues.who(e)));
        List<String> all = List.copyOf(names);
        return all.size() <= NAMED
                ? String.join(", ", all)
                : String.join(", ", all.subList(0, NAMED))
                        + " and "
                        + (all.size() - NAMED)
                        + " more";
    }

    List<Suspicion> suspicions() {
        return suspicions;
    }
}
