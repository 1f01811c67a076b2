package io.railhead.cli;

import io.railhead.bench.DiskSettings;
import io.railhead.bench.Settings;
import picocli.CommandLine.Option;

/// What `bench disk` may be told.
final class DiskOptions {
    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Where the file to measure with is made (default: /var/tmp).")
    String directory = DiskSettings.DEFAULT.directory();

    @Option(
            names = "--file-size",
            paramLabel = "BYTES",
            description = "Of the file that disks are measured with, such as 4g (default: 1g).")
    String fileSize = "1g";

    /// @throws IllegalArgumentException whose message begins with the option
    Settings over(Settings settings) {
        return settings.withDisk(
                new DiskSettings(directory, RdmaOptions.size("file-size", fileSize)));
    }
}
