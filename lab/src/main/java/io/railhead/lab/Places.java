package io.railhead.lab;

import java.nio.file.Path;
import java.util.regex.Pattern;

/// Where labs keep what they keep on the machine.
///
/// @param state keys and the hosts' own files, a directory a lab
/// @param run what is true only while a lab is up, a directory and a lock file a lab
/// @param cache what is built once and used by many labs: the root of booted hosts
public record Places(Path state, Path run, Path cache) {
    private static final Path CACHE = Path.of("/var/cache/railhead/lab");

    /// `/var/lib/railhead/lab`, `/run/railhead/lab` and `/var/cache/railhead/lab`.
    public static final Places DEFAULT =
            new Places(Path.of("/var/lib/railhead/lab"), Path.of("/run/railhead/lab"), CACHE);

    /// With the usual cache.
    public Places(Path state, Path run) {
        this(state, run, CACHE);
    }

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

    /// Where the hosts' own files are; booted hosts' and those of labs on file systems that cannot
    /// be an overlay's upper layer are seen through the keeper only.
    Path hostOf(String lab, long keeper, String host) {
        return Keeper.seen(keeper, stateOf(lab)).resolve("hosts").resolve(host);
    }

    Path recordOf(String lab) {
        return runOf(lab).resolve("lab");
    }
}
