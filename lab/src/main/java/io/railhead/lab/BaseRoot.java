package io.railhead.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/// What hosts are made of that do not use the machine's files: its own distribution, from its own
/// package sources, built once and kept. For booted hosts a root, which they share as their lowest
/// layer; for virtual ones a kernel, its first programs and a disk image.
///
/// 246 MiB; 25 s of wall time on two idle cores, 113 s of CPU when they were not (`mmdebstrap`; the
/// cost is starting programs, not the disk).
final class BaseRoot {
    private static final Duration BUILD_LIMIT = Duration.ofMinutes(30);
    private static final Duration NOTE_EVERY = Duration.ofSeconds(10);
    private static final int KEY_DIGITS = 16;
    private static final String PARTIAL = ".partial";
    private static final String LOCK = ".lock";

    private final Path cache;
    private final PackageSources sources;
    private final boolean virtual;

    /// @param virtual for virtual hosts, otherwise for booted ones
    BaseRoot(Path cache, PackageSources sources, boolean virtual) {
        this.cache = cache;
        this.sources = sources;
        this.virtual = virtual;
    }

    private static final List<String> VIRTUAL_SCRIPTS =
            List.of("virtual/kernel.sh", "virtual/disk.sh", "virtual/first.sh");

    /// Where it is, or would be: the name holds the distribution, its version's name, and a digest
    /// of what it is made from.
    Path place() {
        return cache.resolve((virtual ? "virtual-" : "root-") + sources.codeName() + "-" + key());
    }

    private String key() {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java lacks SHA-256", e);
        }
        List<String> parts =
                new ArrayList<>(
                        List.of(
                                System.getProperty("os.arch", ""),
                                sources.codeName(),
                                sources.oneLine(),
                                sources.stanzas(),
                                String.join(",", packages()),
                                Resources.text("booted/build.sh")));
        if (virtual) {
            VIRTUAL_SCRIPTS.forEach(s -> parts.add(Resources.text(s)));
        }
        for (String part : parts) {
            digest.update(part.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, KEY_DIGITS);
    }

    private List<String> packages() {
        List<String> packages = new ArrayList<>(Resources.lines("booted/packages.txt"));
        if (virtual) {
            packages.addAll(Resources.lines("virtual/packages.txt"));
        }
        return packages;
    }

    /// Whether it has been built.
    boolean built() {
        return Files.isDirectory(place());
    }

    /// Builds it unless it is there. A build that is killed leaves nothing running; its directory
    /// is removed by the next build or by [#sweep].
    ///
    /// @param mark see [Processes#mark]
    Path provide(String mark, LabEvents events) throws IOException, LabFailure {
        long deadline = System.nanoTime() + BUILD_LIMIT.toNanos();
        long noteAt = System.nanoTime();
        while (!built()) {
            Optional<LabLock> lock = LabLock.take(lockFile(place()));
            if (lock.isPresent()) {
                try (LabLock _ = lock.get()) {
                    if (!built()) {
                        build(mark, events, deadline);
                    }
                }
            } else {
                if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                    throw new LabFailure("another railhead builds the hosts' root, and goes on");
                }
                if (System.nanoTime() > noteAt) {
                    events.note("another railhead builds the hosts' root; waiting for it");
                    noteAt = System.nanoTime() + NOTE_EVERY.toNanos();
                }
                Processes.pause();
            }
        }
        return place();
    }

    private static Path lockFile(Path place) {
        return place.resolveSibling(place.getFileName() + LOCK);
    }

    private void build(String mark, LabEvents events, long deadline)
            throws IOException, LabFailure {
        Path partial = place().resolveSibling(place().getFileName() + PARTIAL);
        Tree.remove(partial);
        Files.createDirectories(partial);
        Path script =
                Files.writeString(partial.resolve("build.sh"), Resources.text("booted/build.sh"));
        Path log = partial.resolve("log");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "unshare",
                                "--mount",
                                "--pid",
                                "--fork",
                                "--mount-proc",
                                "/bin/sh"));
        command.addAll(
                List.of(
                        script.toString(),
                        partial.resolve("root").toString(),
                        sources.codeName(),
                        String.join(",", packages())));
        if (!sources.oneLine().isEmpty()) {
            command.add(
                    Files.writeString(partial.resolve("apt.list"), sources.oneLine()).toString());
        }
        if (!sources.stanzas().isEmpty()) {
            command.add(
                    Files.writeString(partial.resolve("apt.sources"), sources.stanzas())
                            .toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(k -> !k.matches("(?i)(https?|no)_proxy"));
        environment.put("PATH", Prerequisites.PATH);
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("DEBIAN_FRONTEND", "noninteractive");
        int equals = mark.indexOf('=');
        environment.put(mark.substring(0, equals), mark.substring(equals + 1));
        if (virtual) {
            Tree tree = new Tree(partial);
            for (String name : VIRTUAL_SCRIPTS) {
                tree.file("/" + name, Resources.text(name));
            }
            environment.put("VIRTUAL", partial.resolve("virtual").toString());
        }
        builder.directory(Path.of("/").toFile());
        builder.redirectErrorStream(true);
        builder.redirectOutput(log.toFile());
        events.note(
                "building the hosts' root ("
                        + sources.codeName()
                        + ", "
                        + packages().size()
                        + " packages and what they need) once; it is kept in "
                        + cache);
        Process process = builder.start();
        try {
            await(process, log, events, deadline);
            if (process.exitValue() != 0) {
                throw new LabFailure(
                        "the hosts' root could not be built by mmdebstrap: " + Keeper.tail(log));
            }
        } finally {
            process.getOutputStream().close(); // ends it
        }
        try {
            Files.move(partial.resolve("root"), place(), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IllegalStateException("one directory is two file systems", e);
        }
        Tree.remove(partial);
    }

    private static void await(Process process, Path log, LabEvents events, long deadline)
            throws LabFailure {
        long noteAt = System.nanoTime() + NOTE_EVERY.toNanos();
        try {
            while (!process.waitFor(1, TimeUnit.SECONDS)) {
                if (System.nanoTime() > deadline) {
                    throw new LabFailure(
                            "the hosts' root was not built within "
                                    + BUILD_LIMIT.toMinutes()
                                    + " minutes: "
                                    + Keeper.tail(log));
                }
                if (System.nanoTime() > noteAt) {
                    events.note("building the hosts' root: " + Keeper.lastLine(log));
                    noteAt = System.nanoTime() + NOTE_EVERY.toNanos();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabFailure("interrupted");
        }
    }

    /// Removes what killed builds left, and nothing that another process builds.
    static void sweep(Path cache) throws IOException {
        if (!Files.isDirectory(cache)) {
            return;
        }
        TreeSet<String> names = new TreeSet<>();
        try (var entries = Files.list(cache)) {
            entries.map(e -> e.getFileName().toString())
                    .filter(n -> n.endsWith(PARTIAL) || n.endsWith(LOCK))
                    .forEach(n -> names.add(n.substring(0, n.lastIndexOf('.'))));
        }
        for (String name : names) {
            Path place = cache.resolve(name);
            Optional<LabLock> lock = LabLock.take(lockFile(place));
            if (lock.isPresent()) {
                try (LabLock _ = lock.get()) {
                    Tree.remove(cache.resolve(name + PARTIAL));
                }
            }
        }
    }
}
