package io.railhead.cli;

/// Exit statuses of every command.
public final class Exit {
    /// All well.
    public static final int OK = 0;

    /// Findings at or above `--fail-on`, a failed step, or a missed expectation.
    public static final int FINDINGS = 1;

    /// Wrong usage or input.
    public static final int USAGE = 2;

    /// Some machine could not be reached.
    public static final int UNREACHABLE = 3;

    private Exit() {}
}
