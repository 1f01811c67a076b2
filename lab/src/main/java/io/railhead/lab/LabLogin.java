package io.railhead.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How a lab's hosts are logged in to.
final class LabLogin {
    private LabLogin() {}

    /// `ssh` with the lab's own key and known hosts, up to the command.
    static List<String> words(Path key, Path knownHosts, String address, boolean terminal) {
        List<String> words =
                new ArrayList<>(List.of("ssh", "-F", "/dev/null", "-i", key.toString()));
        words.addAll(
                List.of(
                        "-o", "IdentitiesOnly=yes",
                        "-o", "UserKnownHostsFile=" + knownHosts,
                        "-o", "GlobalKnownHostsFile=/dev/null",
                        "-o", "StrictHostKeyChecking=yes",
                        "-o", "BatchMode=yes",
                        "-o", "LogLevel=ERROR"));
        if (terminal) {
            words.add("-t");
        }
        words.add("root@" + address);
        words.add("--");
        return words;
    }
}
