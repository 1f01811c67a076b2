package io.railhead.cli;

import picocli.CommandLine.Mixin;

/// What every kind of `bench` may be told: on which machines, and where the run goes.
final class BenchOptions {
    @Mixin ClusterOptions clusters = new ClusterOptions();
    @Mixin ReachOptions reach = new ReachOptions();
    @Mixin OutputOptions output = new OutputOptions(OutputOptions.Format.html);
    @Mixin KeepOptions keep = new KeepOptions();
}
