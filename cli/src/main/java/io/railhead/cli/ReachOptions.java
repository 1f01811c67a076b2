package io.railhead.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/// How machines are talked to.
public final class ReachOptions {
    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Give up on a machine after SECONDS (default: ${DEFAULT-VALUE}).",
            defaultValue = "30")
    int timeoutSeconds = 30;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            description = "At most N machines at once (default: ${DEFAULT-VALUE}).",
            defaultValue = "64")
    int parallel = 64;

    @Option(
            names = "--accept-new",
            description = "Accept and remember host keys of machines never seen before.")
    boolean acceptNew;

    public Duration timeout() {
        // Above a day is a slip of the hand, and would overflow milliseconds further down.
        return Duration.ofSeconds(Bounds.within("--timeout", timeoutSeconds, 1, 86_400, "seconds"));
    }

    public int parallel() {
        return Bounds.positive("--parallel", parallel);
    }

    public boolean acceptNew() {
        return acceptNew;
    }
}
