package io.railhead.reach;

import java.time.Duration;

/// A way to open sessions on machines.
public interface Transport extends AutoCloseable {

    /// Connects and logs in, within the limit.
    Session open(Target target, Duration limit) throws Unreachable;

    @Override
    void close();
}
