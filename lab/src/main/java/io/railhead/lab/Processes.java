package io.railhead.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Processes of a lab, told from all others by a mark in their environment that holds a number
/// drawn at random for the lab.
final class Processes {
    /// Environment variable of every process that `lab up` starts.
    static final String MARK = "RAILHEAD_LAB";

    private static final long POLL_MILLIS = 5;

    /// Fields of `/proc/PID/stat`, counted from 1.
    private static final int STATE = 3;

    private static final int START = 22;

    private Processes() {}

    /// `RAILHEAD_LAB=NAME:ID`.
    static String mark(String lab, String id) {
        return MARK + "=" + lab + ":" + id;
    }

    static boolean marked(long pid, String mark) {
        byte[] environment;
        try {
            environment = Files.readAllBytes(Path.of("/proc", String.valueOf(pid), "environ"));
        } catch (IOException e) {
            return false; // gone, or not ours to read
        }
        for (String variable : new String(environment, StandardCharsets.UTF_8).split("\0")) {
            if (variable.equals(mark)) {
                return true;
            }
        }
        return false;
    }

    static List<Long> find(String mark) throws IOException {
        List<Long> found = new ArrayList<>();
        long self = ProcessHandle.current().pid();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path entry : all) {
                try {
                    long pid = Long.parseLong(entry.getFileName().toString());
                    if (pid != self && marked(pid, mark)) {
                        found.add(pid);
                    }
                } catch (NumberFormatException e) {
                    // not a process
                }
            }
        }
        return found;
    }

    /// Ends the first process of the lab and every other with its mark, and waits until the kernel
    /// has collected them. The first process is the init of the lab's PID namespace: it is not
    /// collected before everything below it has ended.
    ///
    /// @return false when something was still there at the deadline
    static boolean end(String mark, long deadlineNanos) throws IOException {
        Set<Long> ended = new LinkedHashSet<>();
        while (true) {
            List<Long> running = find(mark);
            for (long pid : running) {
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
            ended.addAll(running);
            if (running.isEmpty() && ended.stream().noneMatch(Processes::present)) {
                return true;
            }
            if (System.nanoTime() > deadlineNanos) {
                return false;
            }
            pause();
        }
    }

    /// True until the process has ended; one that waits to be collected by its parent has.
    static boolean present(long pid) {
        return startOf(pid) != 0;
    }

    /// When the process started, in clock ticks since the machine did: with the number, what tells
    /// it from a later one with the same number. 0 when it has ended.
    static long startOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
            // pid (name) state …; the name may hold anything. See proc(5).
            String[] afterName = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
            return afterName[0].equals("Z") ? 0 : Long.parseLong(afterName[START - STATE]);
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return 0;
        }
    }

    static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
