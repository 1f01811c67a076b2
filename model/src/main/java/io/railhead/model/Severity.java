package io.railhead.model;

import java.util.Locale;

/// How bad a finding is, worst first.
public enum Severity {
    /// Jobs fail, data is at risk, or the machine cannot be reached.
    CRITICAL,
    /// Something wanted is not so; work runs wrongly, slowly, or over the wrong path.
    ERROR,
    /// Will hurt later or elsewhere; work goes on.
    WARNING,
    /// Worth knowing; nothing to do.
    INFO;

    /// The lower-case word used in JSON and on the command line.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean atLeast(Severity other) {
        return compareTo(other) <= 0;
    }
}
