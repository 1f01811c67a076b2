package io.railhead.configure;

import io.railhead.reach.NamedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Which runs were begun from here, and on which hosts: one small JSON file a run,
/// `railhead.journal/1`, in the user's state directory. The machines' own journals are what counts;
/// this one tells which machines to ask when the controller was killed. Safe for several threads.
public final class LocalJournal {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path directory;
    private final Map<String, Map<String, String>> open = new LinkedHashMap<>();

    /// @param directory made when it does not exist
    public LocalJournal(Path directory) {
        this.directory = directory;
    }

    /// `$XDG_STATE_HOME/railhead/runs`, or below `~/.local/state` (XDG base directories): beside
    /// the intent it would be carried by version control to where it is not true.
    public static Path directory(Map<String, String> environment) {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        Path base =
                state.startsWith("/")
                        ? Path.of(state)
                        : Path.of(environment.getOrDefault("HOME", "/root"), ".local", "state");
        return base.resolve("railhead").resolve("runs");
    }

    /// @param who the controller, in words
    public record Entry(String run, String cluster, String intent, String who) {}

    /// A run and how far its hosts came, as last written.
    public record Known(Entry entry, Map<String, String> hosts) {
        public Known {
            hosts = Map.copyOf(hosts);
        }
    }

    /// Writes how far hosts of a run have come.
    ///
    /// @return why it could not be written
    synchronized Optional<String> note(Entry entry, List<String> hosts, String state) {
        Map<String, String> known = open.computeIfAbsent(entry.run(), r -> new LinkedHashMap<>());
        hosts.forEach(h -> known.put(h, state));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schema", "railhead.journal/1");
        document.put("run", entry.run());
        document.put("cluster", entry.cluster());
        document.put("intent", entry.intent());
        document.put("who", entry.who());
        document.put("hosts", known);
        try {
            Files.createDirectories(directory);
            Path temporary = Files.createTempFile(directory, ".run", ".tmp");
            Files.writeString(temporary, JSON.writeValueAsString(document) + "\n");
            Files.move(
                    temporary,
                    directory.resolve(entry.run() + ".json"),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(directory + ": " + e.getMessage());
        }
    }

    /// Runs begun from here on this cluster, oldest first. Files that are not journals are left
    /// out.
    public List<Known> known(String cluster) {
        List<Known> all = new ArrayList<>();
        try (Stream<Path> files = listed(directory)) {
            for (Path f : files.filter(p -> p.toString().endsWith(".json")).sorted().toList()) {
                read(f).filter(k -> k.entry().cluster().equals(cluster)).ifPresent(all::add);
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException | UncheckedIOException e) {
            return all;
        }
        return all;
    }

    /// Files of the journal here that cannot be read as what they were, with the reason. On which
    /// hosts such a run was at work is known to those hosts alone.
    public SequencedMap<Path, String> damaged() {
        SequencedMap<Path, String> damaged = new LinkedHashMap<>();
        try (Stream<Path> files = listed(directory)) {
            for (Path f : files.sorted().toList()) {
                String name = f.getFileName().toString().replaceFirst("\\.json$", "");
                if (f.toString().endsWith(".json") && RunIds.isValid(name)) {
                    String why = flaw(f, name);
                    if (!why.isEmpty()) {
                        damaged.put(f, why);
                    }
                }
            }
        } catch (NoSuchFileException e) {
            return damaged;
        } catch (IOException | UncheckedIOException e) {
            damaged.put(directory, "it cannot be listed: " + e.getMessage());
        }
        return damaged;
    }

    /// A pipe in the place of the directory would be waited for for ever, too.
    private static Stream<Path> listed(Path directory) throws IOException {
        if (!Files.isDirectory(directory) && Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(directory.toString(), null, "it is no directory");
        }
        return Files.list(directory);
    }

    /// Of a file, and no more of it than such a file can have: a pipe would be waited for for ever.
    private static String text(Path file) throws IOException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(NamedFile.bytes(file, NamedFile.BY_HAND)))
                .toString();
    }

    private static String flaw(Path file, String run) {
        try {
            JsonNode root = JSON.readTree(text(file));
            if (!root.path("schema").asString("").equals("railhead.journal/1")) {
                return "it is not a railhead.journal/1";
            }
            if (!root.path("run").asString("").equals(run)) {
                return "it is of another run than its name says";
            }
            boolean whole =
                    root.path("hosts").isObject()
                            && root.path("hosts").properties().stream()
                                    .allMatch(e -> e.getValue().isString());
            return whole ? "" : "its hosts are missing";
        } catch (JacksonException e) {
            return "line "
                    + Math.max(1, e.getLocation() == null ? 1 : e.getLocation().getLineNr())
                    + " is no JSON";
        } catch (CharacterCodingException e) {
            return "it is not UTF-8";
        } catch (FileSystemException e) {
            return "it cannot be read: " + (e.getReason() == null ? e.toString() : e.getReason());
        } catch (IOException e) {
            return "it cannot be read: " + e.getMessage();
        }
    }

    /// Runs begun here that were at work on hosts when the controller ended, with those hosts,
    /// unless a later run has been there since. What became of them stands in the hosts' journals.
    public List<Known> leftOpen(String cluster) {
        List<Known> open = new ArrayList<>();
        Set<String> seenSince = new HashSet<>();
        for (Known k : known(cluster).reversed()) {
            Map<String, String> hosts = new TreeMap<>(k.hosts());
            hosts.values().removeIf(state -> !state.equals("started"));
            hosts.keySet().removeAll(seenSince);
            seenSince.addAll(k.hosts().keySet());
            if (!hosts.isEmpty()) {
                open.add(new Known(k.entry(), hosts));
            }
        }
        return open.reversed();
    }

    /// What to say about a run that no host has in its journal, when it was begun from here.
    ///
    /// @param there what the hosts' journals hold
    public Optional<String> lostOn(String cluster, String run, Rollback.Journals there) {
        return known(cluster).stream()
                .filter(k -> k.entry().run().equals(run))
                .findFirst()
                .map(
                        k -> {
                            List<String> hosts =
                                    new TreeMap<>(k.hosts())
                                            .keySet().stream()
                                                    .filter(h -> there.runs().containsKey(h))
                                                    .toList();
                            boolean emptied =
                                    k.hosts().containsValue("done")
                                            || hosts.stream()
                                                    .anyMatch(
                                                            h ->
                                                                    there.runs()
                                                                                    .getOrDefault(
                                                                                            h,
                                                                                            List
                                                                                                    .of())
                                                                                    .isEmpty()
                                                                            && madeOn(cluster, h)
                                                                                    .isPresent());
                            return "run "
                                    + run
                                    + " was begun from here ("
                                    + words(k.hosts())
                                    + "), but the journals of these hosts have no trace of it: "
                                    + (emptied
                                            ? "a host was installed anew, or its /var/lib/railhead"
                                                    + " was removed, and what was there before is"
                                                    + " not known there any more; «railhead plan»"
                                                    + " shows what they lack now"
                                            : "it did not begin there, and nothing was changed");
                        });
    }

    /// How far hosts have come, in words: `h1 and h2 done; h3 started`.
    private static String words(Map<String, String> hosts) {
        Map<String, List<String>> alike = new TreeMap<>();
        new TreeMap<>(hosts)
                .forEach((h, state) -> alike.computeIfAbsent(state, s -> new ArrayList<>()).add(h));
        return alike.entrySet().stream()
                .map(
                        e ->
                                String.join(", ", e.getValue())
                                        + ": "
                                        + switch (e.getKey()) {
                                            case "planned" -> "not yet begun";
                                            case "started" -> "begun, its end not known here";
                                            default -> e.getKey().replace('-', ' ');
                                        })
                .collect(Collectors.joining("; "));
    }

    /// The last run from here that was made whole on a host and not taken back.
    private Optional<String> madeOn(String cluster, String host) {
        return known(cluster).reversed().stream()
                .filter(k -> "done".equals(k.hosts().get(host)))
                .map(k -> k.entry().run())
                .findFirst();
    }

    /// Hosts whose journals are empty though runs from here were made there, with the last of those
    /// runs.
    public Map<String, String> lost(Prepared prepared) {
        Map<String, String> lost = new TreeMap<>();
        for (HostState state : prepared.states().values()) {
            boolean empty =
                    state.items().stream().anyMatch(s -> s.is().host("runs").equals("none"));
            if (empty) {
                madeOn(prepared.cluster().name(), state.host().name())
                        .ifPresent(run -> lost.put(state.host().name(), run));
            }
        }
        return lost;
    }

    /// Writes what became of hosts of an earlier run; nothing when it was not begun here.
    public void update(String run, List<String> hosts, String state) {
        Path file = directory.resolve(run + ".json");
        if (RunIds.isValid(run) && Files.isRegularFile(file)) {
            read(file)
                    .ifPresent(
                            known -> {
                                synchronized (this) {
                                    open.putIfAbsent(run, new LinkedHashMap<>(known.hosts()));
                                }
                                note(known.entry(), hosts, state);
                            });
        }
    }

    private static Optional<Known> read(Path file) {
        try {
            JsonNode root = JSON.readTree(text(file));
            Map<String, String> hosts = new LinkedHashMap<>();
            root.path("hosts")
                    .properties()
                    .forEach(e -> hosts.put(e.getKey(), e.getValue().asString("")));
            return Optional.of(
                    new Known(
                            new Entry(
                                    root.path("run").asString(""),
                                    root.path("cluster").asString(""),
                                    root.path("intent").asString(""),
                                    root.path("who").asString("")),
                            hosts));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }
}
