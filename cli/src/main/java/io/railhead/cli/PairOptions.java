package io.railhead.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Which pairs of hosts are measured, and which of them at the same time.
final class PairOptions {
    @Mixin RailOptions rails = new RailOptions();

    @Option(
            names = "--quick",
            description = "Every host once as sender and once as receiver, not every pair.")
    boolean quick;
}
