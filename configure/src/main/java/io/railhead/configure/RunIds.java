package io.railhead.configure;

import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.random.RandomGenerator;

/// Names of runs: UTC time, so that they sort by age, and four digits against a second controller.
public final class RunIds {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private RunIds() {}

    public static String next(Clock clock, RandomGenerator random) {
        return TIME.format(clock.instant()) + "-%04x".formatted(random.nextInt(1 << 16));
    }

    /// Whether a text could name a run; anything else never reaches a machine.
    public static boolean isValid(String text) {
        return text.matches("\\d{8}T\\d{6}\\.\\d{3}Z-[0-9a-f]{4}");
    }
}
