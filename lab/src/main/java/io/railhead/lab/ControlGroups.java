package io.railhead.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
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

    /// Removes those of a lab whose processes have ended or are ending: the kernel refuses while a
    /// process is on its way out, when nothing of it can be found by its environment any more.
    ///
    /// @param deadline to wait until, of [System#nanoTime]
    /// @throws IOException when a group has processes still at the deadline
    static void remove(String id, long deadline) throws IOException {
        for (Path hierarchy : hierarchies(Files.readString(Path.of("/proc/self/mounts")))) {
            Path top = hierarchy.resolve(name(id));
            if (!Keeper.await(() -> !isGroup(top) || removed(top), deadline)) {
                delete(top);
            }
        }
    }

    private static boolean removed(Path top) {
        try {
            delete(top);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void delete(Path top) throws IOException {
        List<Path> groups;
        try (Stream<Path> all = Files.walk(top)) {
            groups = all.filter(ControlGroups::isGroup).sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause(); // a group went while they were listed
        }
        for (Path group : groups) {
            Files.deleteIfExists(group);
        }
    }

    private static boolean isGroup(Path directory) {
        return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS);
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
