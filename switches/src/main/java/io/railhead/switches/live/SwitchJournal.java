package io.railhead.switches.live;

import io.railhead.configure.RunIds;
import io.railhead.configure.RunReport;
import io.railhead.reach.NamedFile;
import io.railhead.switches.Difference;
import io.railhead.switches.Statement;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// What runs did to switches, one small JSON file a run and switch, `railhead.switch/1`, in the
/// user's state directory: a switch has no place for it. A run whose controller was killed is
/// brought to an end from here.
public final class SwitchJournal {
    private static final String SCHEMA = "railhead.switch/1";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path directory;

    /// @param directory made when it does not exist
    public SwitchJournal(Path directory) {
        this.directory = directory;
    }

    /// A switch that nobody else of this machine works on.
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    /// Takes a switch for oneself, until the process ends at the latest.
    ///
    /// @return empty when another has it
    Optional<Held> hold(String device) throws IOException {
        Files.createDirectories(directory);
        Path lock = directory.resolve(file(device) + ".lock");
        if (Files.exists(lock) && !Files.isRegularFile(lock)) {
            throw new FileSystemException(
                    lock.toString(), null, "it is no plain file; move it away");
        }
        FileChannel channel =
                FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock held = channel.tryLock();
            if (held == null) {
                channel.close();
                return Optional.empty();
            }
            return Optional.of(
                    () -> {
                        try {
                            channel.close();
                        } catch (IOException e) {
                            // The lock ends with the process.
                            return;
                        }
                    });
        } catch (OverlappingFileLockException e) {
            channel.close();
            return Optional.empty();
        }
    }

    /// Writes a record over the older one of the same run, switch and kind.
    void write(SwitchRecord record) throws IOException {
        Files.createDirectories(directory);
        Path temporary =
                Files.createTempFile(
                        directory,
                        ".record",
                        ".tmp",
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        Files.writeString(temporary, JSON.writeValueAsString(document(record)) + "\n");
        Files.move(
                temporary,
                directory.resolve(
                        record.run()
                                + "."
                                + file(record.device())
                                + (record.kind() == SwitchRecord.Kind.APPLY ? "" : ".back")
                                + ".json"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /// Every record of a switch of this cluster, oldest run first, a run's rollback after it. Files
    /// that are none are left out.
    List<SwitchRecord> of(String cluster, String device) {
        List<SwitchRecord> all = new ArrayList<>();
        try (Stream<Path> files = listed(directory)) {
            for (Path f :
                    files.filter(p -> p.toString().endsWith(".json"))
                            .filter(p -> name(p).contains("." + file(device) + "."))
                            .sorted(java.util.Comparator.comparing(SwitchJournal::key))
                            .toList()) {
                read(f).filter(r -> r.cluster().equals(cluster) && r.device().equals(device))
                        .ifPresent(all::add);
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            return all;
        }
        return all;
    }

    /// Opening a pipe would wait for ever.
    private static Stream<Path> listed(Path directory) throws IOException {
        if (!Files.isDirectory(directory) && Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(directory.toString());
        }
        return Files.list(directory);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /// Sorts a run before its rollback.
    private static String key(Path file) {
        return name(file).replace(".back.json", ".z").replace(".json", ".a");
    }

    /// The runs of a switch as the journals of hosts tell of theirs.
    public List<RunReport> reports(String cluster, String device) {
        Map<String, RunReport> reports = new TreeMap<>();
        for (SwitchRecord r : of(cluster, device)) {
            RunReport.State state =
                    switch (r.kind()) {
                        case APPLY ->
                                switch (r.state()) {
                                    case RECORDED -> RunReport.State.RECORDED;
                                    case CONFIRMING -> RunReport.State.APPLIED;
                                    case DONE -> RunReport.State.DONE;
                                    case REVERTED -> RunReport.State.REVERTED;
                                    case BROKEN -> RunReport.State.BROKEN;
                                };
                        case ROLLBACK ->
                                switch (r.state()) {
                                    case RECORDED, CONFIRMING -> RunReport.State.REVERTING;
                                    case DONE -> RunReport.State.ROLLED_BACK;
                                    case REVERTED -> RunReport.State.DONE;
                                    case BROKEN -> RunReport.State.BROKEN;
                                };
                    };
            reports.put(
                    r.run(),
                    new RunReport(
                            r.run(),
                            state,
                            r.why(),
                            false,
                            Optional.empty(),
                            r.about(),
                            r.steps()));
        }
        return List.copyOf(reports.values());
    }

    /// The run that did not come to an end there.
    Optional<SwitchRecord> unfinished(String cluster, String device) {
        return of(cluster, device).stream()
                .filter(r -> !r.state().isAtRest() && r.state() != SwitchRecord.State.BROKEN)
                .reduce((_, later) -> later);
    }

    /// The last run that stands there.
    Optional<SwitchRecord> last(String cluster, String device) {
        List<String> standing =
                reports(cluster, device).stream()
                        .filter(r -> r.state() == RunReport.State.DONE)
                        .map(RunReport::id)
                        .toList();
        return of(cluster, device).stream()
                .filter(r -> r.kind() == SwitchRecord.Kind.APPLY && standing.contains(r.run()))
                .reduce((_, later) -> later);
    }

    private static String file(String device) {
        return device.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    private static Map<String, Object> document(SwitchRecord r) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schema", SCHEMA);
        root.put("run", r.run());
        root.put("device", r.device());
        root.put("cluster", r.cluster());
        root.put("kind", r.kind().name());
        root.put("state", r.state().name());
        root.put("why", r.why());
        root.put("about", r.about());
        root.put("memory", r.memory());
        root.put("before", r.before());
        root.put("after", r.after());
        root.put(
                "differences",
                r.differences().stream()
                        .map(
                                d -> {
                                    Map<String, Object> one = new LinkedHashMap<>();
                                    one.put("section", d.wanted().section());
                                    one.put("slot", d.wanted().slot());
                                    d.wanted().line().ifPresent(l -> one.put("wanted", l));
                                    d.is().ifPresent(l -> one.put("is", l));
                                    one.put("why", d.wanted().why());
                                    return one;
                                })
                        .toList());
        return root;
    }

    private static Optional<SwitchRecord> read(Path file) {
        try {
            JsonNode root = JSON.readTree(NamedFile.bytes(file, NamedFile.BY_HAND));
            String run = root.path("run").asString("");
            if (!root.path("schema").asString("").equals(SCHEMA) || !RunIds.isValid(run)) {
                return Optional.empty();
            }
            List<Difference> differences = new ArrayList<>();
            for (JsonNode one : root.path("differences")) {
                differences.add(
                        new Difference(
                                new Statement(
                                        one.path("section")
                                                .valueStream()
                                                .map(s -> s.asString(""))
                                                .toList(),
                                        one.path("slot").asString(""),
                                        text(one, "wanted"),
                                        one.path("why").asString("")),
                                text(one, "is")));
            }
            return Optional.of(
                    new SwitchRecord(
                            run,
                            root.path("device").asString(""),
                            root.path("cluster").asString(""),
                            SwitchRecord.Kind.valueOf(root.path("kind").asString("")),
                            SwitchRecord.State.valueOf(root.path("state").asString("")),
                            root.path("why").asString(""),
                            map(root.path("about")),
                            map(root.path("memory")),
                            root.path("before").asString(""),
                            root.path("after").asString(""),
                            differences));
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(JsonNode node, String key) {
        return node.has(key) ? Optional.of(node.path(key).asString("")) : Optional.empty();
    }

    private static Map<String, String> map(JsonNode node) {
        Map<String, String> map = new LinkedHashMap<>();
        node.properties().forEach(e -> map.put(e.getKey(), e.getValue().asString("")));
        return map;
    }

    /// Whether a rollback gave back every byte, in words.
    String compared(SwitchRecord back) {
        boolean equal =
                of(back.cluster(), back.device()).stream()
                        .filter(r -> r.kind() == SwitchRecord.Kind.APPLY)
                        .filter(r -> r.run().equals(back.run()))
                        .anyMatch(r -> r.before().equals(back.after()));
        return equal
                ? "the running configuration is byte for byte as it was before the run"
                : "what the run wrote is taken back; the rest of the running configuration is not"
                        + " byte for byte as it was before the run: it was changed since";
    }

    /// Later runs that stand and wrote one of the same slots, oldest first.
    List<String> above(SwitchRecord applied) {
        List<String> slots = applied.differences().stream().map(d -> d.wanted().slot()).toList();
        List<String> standing =
                reports(applied.cluster(), applied.device()).stream()
                        .filter(r -> r.state() == RunReport.State.DONE)
                        .map(RunReport::id)
                        .toList();
        return of(applied.cluster(), applied.device()).stream()
                .filter(r -> r.kind() == SwitchRecord.Kind.APPLY)
                .filter(r -> r.run().compareTo(applied.run()) > 0 && standing.contains(r.run()))
                .filter(
                        r ->
                                r.differences().stream()
                                        .anyMatch(d -> slots.contains(d.wanted().slot())))
                .map(SwitchRecord::run)
                .toList();
    }
}
