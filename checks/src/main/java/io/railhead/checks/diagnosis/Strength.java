package io.railhead.checks.diagnosis;

/// How well the evidence shows a cause, best first.
public enum Strength {
    /// A device, kernel or program names it, or two ends were read and differ.
    CERTAIN,
    /// Independent pieces of evidence fit it and nothing else that was read.
    LIKELY,
    /// It fits, and so would others; the finding names what decides.
    POSSIBLE
}
