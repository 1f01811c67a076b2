package io.railhead.reach;

import java.time.Duration;

/// A login on the command line of a switch, which has a prompt instead of a shell. One line at a
/// time; not safe for several threads.
public interface SwitchSession extends AutoCloseable {

    Target target();

    /// Types a line and waits for the next prompt.
    ///
    /// @param limit for the answer; when it passes the connection is given up, since nobody knows
    ///     what would be typed into what
    /// @return what was printed, without the line itself, pager and prompt; lines end in `\n`
    /// @throws Unreachable when the connection is lost or no prompt comes; whether the line was
    ///     done is then not known
    String enter(String line, Duration limit) throws Unreachable;

    @Override
    void close();
}
