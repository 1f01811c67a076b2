package io.railhead.lab;

import io.railhead.lab.LabRecord.FirstProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    /// Restarts it from outside, so that it works when nobody gets in, or starts it when it is off.
    ///
    /// @param hard true as by the power switch: nothing is ended or written first
    /// @param limit for going down and coming up together
    Restart restart(boolean hard, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        Optional<FirstProcess> before = first();
        try {
            // What supervise.sh waits for when the host does not come up by itself.
            Files.writeString(home.resolve("start"), "");
            if (before.isPresent()) {
                // systemd takes SIGINT as Ctrl-Alt-Del: an orderly restart.
                signal(hard ? "KILL" : "INT", before.get().pid());
            }
        } catch (IOException e) {
            return new Restart.Refused("the lab's files cannot be written: " + e.getMessage());
        }
        boolean up =
                Keeper.await(
                        () ->
                                first().filter(f -> !before.equals(Optional.of(f)))
                                        .filter(BootedHost::booted)
                                        .isPresent(),
                        deadline);
        return up ? new Restart.Booted() : new Restart.Late(Keeper.tail(home.resolve("log")));
    }

    private static void signal(String name, long pid) throws IOException {
        try {
            new ProcessBuilder("/bin/kill", "-s", name, String.valueOf(pid)).start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
