package io.railhead.model;

import java.time.Duration;

/// One read-only command that gives evidence.
///
/// @param name stable name, that of the parser which reads its output: `ethtool-i`
/// @param command POSIX shell; with an [Each] other than [Each#ONCE] it is run once an item, which
///     stands in `$x`
/// @param each over which items of the machine the command is repeated
/// @param limit after which the command is killed
/// @param root true when it gives more as root; then run by `sudo -n` when the login is not root
/// @param large true when the output may exceed some ten kilobytes
/// @param prompt true when the command only reads what the kernel or a local file has ready, or
///     ends by itself in time; a collector need not spend a process on limiting it
/// @param shown how evidence cites the command, which becomes [Transcript#command]: the command
///     itself, or something shorter when that is a script
public record Probe(
        String name,
        String command,
        Each each,
        Duration limit,
        boolean root,
        boolean large,
        boolean prompt,
        String shown) {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    /// What a probe is repeated over, found out on the machine itself.
    public enum Each {
        ONCE,
        /// Every network interface except `lo`.
        INTERFACE,
        /// Every RDMA device under `/sys/class/infiniband`.
        RDMA_DEVICE,
        /// Every address that the collector was told to test against: rail addresses of peers.
        /// `$x` is the address, `$mtu` the MTU that the intent wants on that path, `$from` the
        /// local address of the rail.
        PEER
    }

    public static Probe once(String name, String command) {
        return new Probe(name, command, Each.ONCE, LIMIT, false, false, false, command);
    }

    public static Probe each(Each each, String name, String command) {
        return new Probe(name, command, each, LIMIT, false, false, false, command);
    }

    public Probe asRoot() {
        return new Probe(name, command, each, limit, true, large, prompt, shown);
    }

    public Probe expectLarge() {
        return new Probe(name, command, each, limit, root, true, prompt, shown);
    }

    /// The same, trusted not to wait for a daemon, a driver or the network.
    public Probe asPrompt() {
        return new Probe(name, command, each, limit, root, large, true, shown);
    }

    public Probe within(Duration newLimit) {
        return new Probe(name, command, each, newLimit, root, large, prompt, shown);
    }

    /// The same, cited by other words; `$x`, `$mtu` and `$from` stand for the same as in the
    /// command.
    public Probe cited(String newShown) {
        return new Probe(name, command, each, limit, root, large, prompt, newShown);
    }
}
