package io.railhead.lab;

import java.nio.file.Path;
import java.util.regex.Pattern;

/// Where labs keep what they keep on the machine.
///
/// @param state keys and the hosts' own files, a directory a lab
/// @param run what is true only while a lab is up, a directory and a lock file a lab
public record Places(Path state, Path run) {
    /// `/var/lib/railhead/lab` and `/run/railhead/lab`.
    public static final Places DEFAULT =
            new Places(Path.of("/var/lib/railhead/lab"), Path.of("/run/railhead/lab"));

    /// Names end up in paths, mount options and file names.
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?");

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    Path stateOf(String lab) {
        return state.resolve(lab);
    }

    Path runOf(String lab) {
        return run.resolve(lab);
    }

    Path lockOf(String lab) {
        return run.resolve(lab + ".lock");
    }

    /// The fabric's network namespace, a link that `setns(2)` and `nsenter --net=` follow.
    Path namespaceOf(String lab) {
        return runOf(lab).resolve("net");
    }

    Path recordOf(String lab) {
        return runOf(lab).resolve("lab");
    }
}
