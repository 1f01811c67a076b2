package io.railhead.checks.diagnosis;

/// One root cause, or one symptom worth naming, that evidence may show.
public interface Cause {

    /// The stable kebab-case code of its finding.
    String code();

    /// Looks at the clues and says what it suspects. Must not throw; a cause that does is reported
    /// as not checked.
    void look(Clues clues, Verdict verdict);
}
