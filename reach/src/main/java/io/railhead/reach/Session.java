package io.railhead.reach;

import io.railhead.model.Transcript;
import java.time.Duration;

/// An open login on one machine. Safe for use by several threads at once: a server command may run
/// in one while a client command runs in another.
public interface Session extends AutoCloseable {

    Target target();

    /// Runs a POSIX shell script, fed to `sh` so that it never stands in a process list, and waits
    /// for its end. When the limit passes the script's process group is killed and what it printed
    /// comes back with exit code -1 and `truncated`.
    ///
    /// @param label the command as evidence should cite it
    /// @param script POSIX shell
    Transcript run(String label, String script, Duration limit) throws Unreachable;

    /// The same as root: directly when the login is root, by `sudo -n` otherwise.
    Transcript runAsRoot(String label, String script, Duration limit) throws Unreachable;

    @Override
    void close();
}
