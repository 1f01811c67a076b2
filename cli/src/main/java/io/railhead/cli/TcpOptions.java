package io.railhead.cli;

import io.railhead.bench.Settings;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `bench tcp` may be told.
final class TcpOptions {
    @Option(
            names = "--streams",
            split = ",",
            paramLabel = "N",
            description = "Parallel TCP streams, one test each (default: 1,4).")
    List<Integer> streams = Settings.DEFAULT.streams();

    @Option(
            names = "--window",
            paramLabel = "BYTES",
            description = "Socket buffer, such as 512k, 4m (default: the kernel's own tuning).")
    @Nullable String window;

    /// @throws IllegalArgumentException whose message begins with the option
    Settings over(Settings settings) {
        Settings some = settings.withStreams(streams);
        if (window == null) {
            return some;
        }
        long bytes = RdmaOptions.size("window", window);
        Bounds.within("--window", bytes, 1, Integer.MAX_VALUE, "bytes");
        return some.withWindow(OptionalLong.of(bytes));
    }
}
