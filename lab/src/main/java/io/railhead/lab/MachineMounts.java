package io.railhead.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// File systems of the machine that are mounted below its root. An overlay over `/` does not see
/// them, so a `/usr` of its own needs an overlay of its own.
final class MachineMounts {
    /// Not files of the machine but the kernel's, or somebody else's.
    private static final Set<String> NOT_FILES =
            Set.of(
                    "proc",
                    "sysfs",
                    "devtmpfs",
                    "devpts",
                    "tmpfs",
                    "cgroup",
                    "cgroup2",
                    "mqueue",
                    "hugetlbfs",
                    "debugfs",
                    "tracefs",
                    "securityfs",
                    "pstore",
                    "bpf",
                    "configfs",
                    "fusectl",
                    "binfmt_misc",
                    "autofs",
                    "efivarfs",
                    "nfs",
                    "nfs4",
                    "cifs",
                    "rpc_pipefs",
                    "nsfs",
                    "ramfs",
                    "swap");

    private MachineMounts() {}

    static List<Path> read() throws IOException {
        return parse(Files.readString(Path.of("/proc/self/mountinfo")));
    }

    /// Mount points of disk file systems other than the root, parents first. See proc(5) for the
    /// format of `mountinfo`.
    static List<Path> parse(String mountinfo) {
        List<Path> mounts = new ArrayList<>();
        for (String line : mountinfo.lines().toList()) {
            String[] words = line.split(" ");
            int dash = List.of(words).indexOf("-");
            if (dash < 6 || dash + 1 >= words.length) {
                continue;
            }
            Path point = Path.of(unescape(words[4]));
            if (point.getNameCount() > 0
                    && !NOT_FILES.contains(words[dash + 1])
                    && !mounts.contains(point)) {
                mounts.add(point);
            }
        }
        mounts.sort(null);
        return mounts;
    }

    /// Blank, tab, newline and backslash stand as three octal digits.
    private static String unescape(String text) {
        return text.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
