package io.railhead.reach;

import java.time.Duration;

/// A way to open sessions on machines.
public interface Transport extends AutoCloseable {

    /// Connects and logs in, within the limit.
    Session open(Target target, Duration limit) throws Unreachable;

    /// Connects to a machine that has a command line instead of a shell, a switch, and waits for
    /// its prompt.
    default SwitchSession openCommandLine(Target target, Duration limit) throws Unreachable {
        throw new Unreachable(target.name() + ": there is no way to its command line from here");
    }

    @Override
    void close();
}
