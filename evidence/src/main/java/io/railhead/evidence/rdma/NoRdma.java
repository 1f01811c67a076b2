package io.railhead.evidence.rdma;

import io.railhead.evidence.Lines;
import io.railhead.model.Source;
import io.railhead.model.fact.RdmaSubsystem;
import java.util.Optional;
import java.util.regex.Pattern;

/// What the RDMA tools say on a machine without RDMA.
final class NoRdma {

    /// `rdma` without the kernel's netlink family; libibverbs with ENOSYS.
    private static final Pattern NO_SUBSYSTEM =
            Pattern.compile(
                    "Failed to open NETLINK_RDMA socket.*"
                            + "|Failed to get IB devices list: Function not implemented.*"
                            + "|no /sys/class/infiniband");

    /// The tool ran and there is nothing, or it was not allowed to look.
    private static final Pattern NOTHING =
            Pattern.compile(
                    "No IB devices found.*"
                            + "|Failed to get IB devices list.*"
                            + "|Fatal error: +No devices.*"
                            + "|(?:stat of )?'?([A-Za-z0-9_-]+)'? .*IB device.*not found.*"
                            + "|No devices (?:were )?found.*"
                            + "|libibverbs: Warning: couldn't open config directory.*"
                            + "|ibwarn: .*"
                            + "|ibpanic: .*");

    private NoRdma() {}

    static boolean isNoSubsystem(String line) {
        return NO_SUBSYSTEM.matcher(line.strip()).matches();
    }

    /// Reads such complaints, on either stream, and notes each as a reason.
    ///
    /// @return the fact when the machine said that its kernel has no RDMA subsystem
    static Optional<RdmaSubsystem> read(Lines lines) {
        Optional<RdmaSubsystem> absent = Optional.empty();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            String text = line.stripped();
            if (isNoSubsystem(text)) {
                line.read();
                if (absent.isEmpty()) {
                    absent = Optional.of(new RdmaSubsystem(false, line.source()));
                    lines.unavailable(reason(text));
                }
            } else if (NOTHING.matcher(text).matches()) {
                line.read();
                lines.unavailable(text);
            }
        }
        for (String complaint : lines.complaints()) {
            if (isNoSubsystem(complaint) && absent.isEmpty()) {
                // Standard error stands after standard output, which is empty here.
                Source source = lines.source(lines.firstNumber(), lines.firstNumber());
                if (lines.text().isBlank()) {
                    absent = Optional.of(new RdmaSubsystem(false, source));
                }
                lines.unavailable(reason(complaint));
            } else if (NOTHING.matcher(complaint).matches()) {
                lines.unavailable(complaint);
            }
        }
        return absent;
    }

    private static String reason(String text) {
        return "the kernel has no RDMA subsystem: " + text;
    }
}
