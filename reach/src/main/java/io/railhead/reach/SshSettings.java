package io.railhead.reach;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How [SshTransport] logs in; everything it would otherwise take from the process is an argument.
///
/// @param home the user's home directory, where `.ssh` is
/// @param user name to log in with when neither the intent nor `ssh_config` has one
/// @param environment `SSH_AUTH_SOCK` and `PATH` are read
/// @param configFile read by `ssh -G` instead of the user's and the system's, as `ssh -F` does
/// @param acceptNew accept and store the key of a host never seen before
/// @param loginsInFlight logins being made at once, from 1. sshd's `MaxStartups` counts these
/// @param loginsPerSecond at most so many logins begin in a second, to spare directory servers and
///     bastions; 0 for no limit
/// @param outputCap bytes of one command's output that are kept; what is over is cut and the
///     command killed
/// @param seed of the jitter in retries
public record SshSettings(
        Path home,
        String user,
        Map<String, String> environment,
        Optional<Path> configFile,
        boolean acceptNew,
        int loginsInFlight,
        int loginsPerSecond,
        int outputCap,
        long seed) {

    /// 64 MiB: more than any probe's output, little enough for some hundred hostile hosts.
    public static final int DEFAULT_OUTPUT_CAP = 64 << 20;

    /// After a limit has passed, a command's end is awaited for so long.
    static final Duration GRACE = Duration.ofSeconds(2);

    public SshSettings {
        environment = Map.copyOf(environment);
        if (loginsInFlight < 1 || loginsPerSecond < 0 || outputCap < 1) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }

    /// For the user whose environment this is.
    public static SshSettings of(
            Map<String, String> environment, String user, boolean acceptNew, long seed) {
        String home = environment.getOrDefault("HOME", "/");
        return new SshSettings(
                Path.of(home),
                user,
                environment,
                Optional.empty(),
                acceptNew,
                32,
                0,
                DEFAULT_OUTPUT_CAP,
                seed);
    }

    public SshSettings withConfigFile(Path file) {
        return new SshSettings(
                home,
                user,
                environment,
                Optional.of(file),
                acceptNew,
                loginsInFlight,
                loginsPerSecond,
                outputCap,
                seed);
    }

    public SshSettings withLogins(int inFlight, int perSecond) {
        return new SshSettings(
                home,
                user,
                environment,
                configFile,
                acceptNew,
                inFlight,
                perSecond,
                outputCap,
                seed);
    }

    public SshSettings withOutputCap(int bytes) {
        return new SshSettings(
                home,
                user,
                environment,
                configFile,
                acceptNew,
                loginsInFlight,
                loginsPerSecond,
                bytes,
                seed);
    }

    Path dotSsh() {
        return home.resolve(".ssh");
    }

    /// `~`, `~/x` and plain paths, as `ssh -G` and the intent write them.
    Path path(String text) {
        if (text.equals("~")) {
            return home;
        }
        return text.startsWith("~/") ? home.resolve(text.substring(2)) : Path.of(text);
    }

    List<Path> defaultKnownHosts() {
        return List.of(
                dotSsh().resolve("known_hosts"),
                dotSsh().resolve("known_hosts2"),
                Path.of("/etc/ssh/ssh_known_hosts"),
                Path.of("/etc/ssh/ssh_known_hosts2"));
    }

    /// OpenSSH's order.
    List<Path> defaultIdentities() {
        return List.of(
                dotSsh().resolve("id_rsa"),
                dotSsh().resolve("id_ecdsa"),
                dotSsh().resolve("id_ecdsa_sk"),
                dotSsh().resolve("id_ed25519"),
                dotSsh().resolve("id_ed25519_sk"));
    }

    Optional<Path> agentSocket() {
        String socket = environment.getOrDefault("SSH_AUTH_SOCK", "");
        return socket.isEmpty() ? Optional.empty() : Optional.of(Path.of(socket));
    }
}
