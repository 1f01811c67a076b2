package io.railhead.cli;

import io.railhead.bench.Settings;
import io.railhead.bench.tool.PingRoundTrip;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--time`, for tests that run as long as they are told.
final class TimeOptions {
    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description = "Of each test (default: 5, ping 4).")
    @Nullable Integer seconds;

    /// @throws IllegalArgumentException whose message begins with the option
    Settings over(Settings settings) {
        if (seconds == null) {
            return settings;
        }
        Duration time = Duration.ofSeconds(seconds);
        return settings.withTime(time).withPings(PingRoundTrip.requests(time));
    }
}
