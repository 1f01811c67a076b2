package io.railhead.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The control groups of booted hosts: one directory a lab in each hierarchy that systemd works in.
/// The kernel keeps them when their processes end.
final class ControlGroups {
    private ControlGroups() {}

    /// Name of the lab's directory in every hierarchy.
    ///
    /// @param id drawn for the lab
    static String name(String id) {
        return "railhead-lab-" + id;
    }

    /// Removes those of a lab whose processes have ended.
    static void remove(String id) throws IOException {
        for (Path hierarchy : hierarchies(Files.readString(Path.of("/proc/self/mounts")))) {
            Path top = hierarchy.resolve(name(id));
            if (!Files.isDirectory(top, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            List<Path> groups;
            try (Stream<Path> all = Files.walk(top)) {
                groups =
                        all.filter(d -> Files.isDirectory(d, LinkOption.NOFOLLOW_LINKS))
                                .sorted(Comparator.reverseOrder())
                                .toList();
            }
            for (Path group : groups) {
                Files.deleteIfExists(group);
            }
        }
    }

    /// Mount points of the control group hierarchies that systemd makes groups in, from
    /// `/proc/self/mounts`.
    static List<Path> hierarchies(String mounts) {
        List<Path> found = new ArrayList<>();
        for (String line : mounts.lines().toList()) {
            String[] words = line.split(" ");
            if (words.length > 3
                    && (words[2].equals("cgroup2")
                            || (words[2].equals("cgroup")
                                    && List.of(words[3].split(",")).contains("name=systemd")))) {
                found.add(Path.of(words[1]));
            }
        }
        return found;
    }
}
