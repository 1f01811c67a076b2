package io.railhead.cli;

import io.railhead.model.Severity;
import picocli.CommandLine.Option;

/// `--fail-on` and `-v`, for commands whose result is findings.
public final class FindingOptions {
    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            description =
                    "Exit 1 at findings of this severity or worse: critical, error, warning or info"
                            + " (default: error).")
    Severity failOn = Severity.ERROR;

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Quote all evidence, and show every reason for not checking and every line that"
                            + " was not understood.")
    boolean verbose;
}
