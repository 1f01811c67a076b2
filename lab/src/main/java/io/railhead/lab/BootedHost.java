package io.railhead.lab;

import io.railhead.lab.LabRecord.FirstProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A booted host as it is now, seen from the machine. Its first process changes with every boot.
///
/// @param home the host's directory in the lab's mount namespace, see [Keeper#seen]
record BootedHost(Path home) {

    /// The process that holds the host, systemd-nspawn; empty while it is off or between two boots.
    Optional<Long> holder() {
        try {
            long pid = Long.parseLong(Files.readString(home.resolve("pid")).strip());
            return Processes.present(pid) ? Optional.of(pid) : Optional.empty();
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /// The host's own process 1: the child of its holder that is number 1 where it runs. Another
    /// child is a helper that leaves early.
    Optional<FirstProcess> first() {
        return holder().flatMap(BootedHost::firstBelow);
    }

    private static Optional<FirstProcess> firstBelow(long holder) {
        Path process = Path.of("/proc", String.valueOf(holder));
        try {
            Path children = process.resolve("task/" + holder + "/children");
            for (String child : Files.readString(children).split("\\s+")) {
                if (!child.isEmpty() && isFirst(child)) {
                    FirstProcess first = FirstProcess.of(Long.parseLong(child));
                    return first.started() == 0 ? Optional.empty() : Optional.of(first);
                }
            }
        } catch (IOException | NumberFormatException e) {
            // it has ended
        }
        return Optional.empty();
    }

    /// `NSpid:` has the process's number in each PID namespace from here to its own, proc(5).
    private static boolean isFirst(String pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", pid, "status"))) {
            if (line.startsWith("NSpid:")) {
                return line.endsWith("\t1");
            }
        }
        return false;
    }

    /// True when systemd has started everything and sshd accepts logins.
    boolean booted() {
        return first().filter(BootedHost::booted).isPresent();
    }

    static boolean booted(FirstProcess first) {
        return Files.exists(
                Path.of("/proc", String.valueOf(first.pid()), "root/run/railhead-lab-booted"));
    }

    /// Has the supervisor start a host that is off.
    void start() throws IOException {
        Files.writeString(home.resolve("start"), "");
    }
}
