package io.railhead.evidence.net;

import io.railhead.evidence.Lines;
import java.util.Optional;
import java.util.regex.Pattern;

/// What ethtool says when it cannot answer. It goes to standard error, and in pasted text stands
/// among the rows.
final class EthtoolFailure {
    /// ethtool source: `netlink/nlsock.c`, and the `perror` texts of the ioctl paths.
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?:netlink error: .*|Cannot get .*|Cannot set .*|ethtool: .*"
                            + "|no stats available.*|No data available.*)");

    private EthtoolFailure() {}

    /// Marks failure lines as read and gives the first one, from the output or from standard error.
    static Optional<String> in(Lines lines) {
        Optional<String> first = Optional.empty();
        for (Lines.Line line : lines) {
            if (line.isLeft() && line.match(TEXT).isPresent()) {
                line.read();
                if (first.isEmpty()) first = Optional.of(line.stripped());
            }
        }
        return first.or(lines::complaint);
    }

    /// Whether a failure means that the device has no such thing at all.
    static boolean notSupported(String failure) {
        return failure.contains("not supported") || failure.contains("no stats available");
    }

    /// The interface: of a heading if there is one, else the command's last word.
    static String interfaceOf(Lines lines, String heading) {
        if (!heading.isEmpty()) return heading;
        return lines.command().is("ethtool")
                ? lines.command().lastOperand().filter(s -> !s.equals("*")).orElse("")
                : "";
    }
}
