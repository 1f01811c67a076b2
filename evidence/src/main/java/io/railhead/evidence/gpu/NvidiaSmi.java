package io.railhead.evidence.gpu;

import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What all modes of nvidia-smi share: how they say that there is nothing to show, and how they
/// print values.
final class NvidiaSmi {

    /// These go to standard output, mostly. The last two name one GPU among others that answer.
    private static final Pattern FAILURE =
            Pattern.compile(
                    "NVIDIA-SMI has failed because .*"
                            + "|NVIDIA-SMI couldn't find .*"
                            + "|Failed to initialize NVML.*"
                            + "|NVML library version: .*"
                            + "|No devices were found.*"
                            + "|Failed to (?:get|properly shut down) .*"
                            + "|(?:.*: )?(?:nvidia-smi: )?command not found.*"
                            + "|(?:.*: )?nvidia-smi: not found.*"
                            + "|Unable to determine the device handle for .*"
                            + "|Unable to retrieve .*"
                            + "|.*: GPU is lost\\..*");

    private static final Pattern RATIO = Pattern.compile("\\s*(-?\\d{1,15})\\s*(\\S*)\\s*");

    private NvidiaSmi() {}

    static boolean isFailure(String line) {
        return FAILURE.matcher(line.strip()).matches();
    }

    /// Reads such sentences, on either stream, and notes each as a reason.
    static void readFailures(Lines lines) {
        for (Lines.Line line : lines) {
            if (line.isLeft() && isFailure(line.stripped())) {
                lines.unavailable(line.read().stripped());
            }
        }
        lines.complaints().stream().filter(NvidiaSmi::isFailure).forEach(lines::unavailable);
    }

    static CommandLine command(String command) {
        return CommandLine.of(command);
    }

    /// A value, or nothing for the ways in which nvidia-smi says so: `N/A`, `[Not Supported]`,
    /// `Requested functionality has been deprecated`, `[Unknown Error]`.
    static Optional<String> value(String text) {
        String s = text.strip();
        if (s.startsWith("[") && s.endsWith("]")) s = s.substring(1, s.length() - 1).strip();
        return switch (s.toLowerCase(Locale.ROOT)) {
            case "",
                    "n/a",
                    "not supported",
                    "not available",
                    "unknown error",
                    "gpu requires reset",
                    "gpu is lost",
                    "insufficient permissions",
                    "requested functionality has been deprecated" ->
                    Optional.empty();
            default -> Optional.of(s);
        };
    }

    /// `143771 MiB` and its kin; nvidia-smi without unit means MiB.
    static OptionalLong bytes(Optional<String> text) {
        if (text.isEmpty()) return OptionalLong.empty();
        Matcher m = RATIO.matcher(text.get());
        if (!m.matches()) return OptionalLong.empty();
        long count = Long.parseLong(m.group(1));
        return switch (m.group(2)) {
            case "KiB" -> OptionalLong.of(count << 10);
            case "", "MiB", "MB" -> OptionalLong.of(count * 1_048_576);
            case "GiB" -> count < 1L << 30 ? OptionalLong.of(count << 30) : OptionalLong.empty();
            default -> OptionalLong.empty();
        };
    }

    /// The whole number that a value starts with: 16 of `16x`, 38 of `38 C`, 98 of `98 %`.
    static OptionalInt whole(Optional<String> text) {
        if (text.isEmpty()) return OptionalInt.empty();
        String s = text.get().strip();
        int i = s.startsWith("-") ? 1 : 0;
        while (i < s.length() && i < 10 && s.charAt(i) >= '0' && s.charAt(i) <= '9') i++;
        String digits = s.substring(0, i);
        return digits.isEmpty() || digits.equals("-")
                ? OptionalInt.empty()
                : OptionalInt.of(
                        Integer.parseInt(digits.length() > 9 ? digits.substring(0, 9) : digits));
    }
}
