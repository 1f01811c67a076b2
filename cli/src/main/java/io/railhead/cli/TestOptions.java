package io.railhead.cli;

import io.railhead.model.intent.Cluster;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How often a test is run, and how many at the same time.
final class TestOptions {
    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "Runs of each test, of which the median (default: 1).")
    int repeat = 1;

    @Option(
            names = {"--at-once", "--pairs-at-once"},
            paramLabel = "N",
            description =
                    "Most tests at the same time (default: all that share no host; 1 in a lab).")
    @Nullable Integer width;

    @Option(names = "--local", description = "This machine alone; pairs over its loopback.")
    boolean local;

    int width(Cluster cluster) {
        return width != null
                ? Bounds.positive("--at-once", width)
                : cluster.lab() ? 1 : Integer.MAX_VALUE;
    }
}
