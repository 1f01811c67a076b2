package io.railhead.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `bench saturate` may be told.
final class SaturateOptions {
    /// Who sends to whom.
    enum Pattern {
        incast,
        all_to_all,
        both;

        @Override
        public String toString() {
            return name().replace('_', '-');
        }
    }

    @Option(
            names = "--pattern",
            paramLabel = "PATTERN",
            description =
                    "incast (all to one), all-to-all, or both, one after the other"
                            + " (default: both).")
    Pattern pattern = Pattern.both;

    @Option(
            names = "--to",
            paramLabel = "HOST",
            description = "Who receives the incast (default: the first host).")
    @Nullable String to;
}
