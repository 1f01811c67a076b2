package io.railhead.evidence;

import io.railhead.model.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Output of a command and what must be read from it.
///
/// @param parser name of the parser, that of the folder
/// @param expect the expectation: `command`, `facts`; optionally `exit` (0 when absent), `stderr`,
///     `unread` (texts of lines that no one reads), `unavailable` (parts of the reasons),
///     `recognised` (false when the text alone does not tell what it is), `startedAt`, `tookMillis`
record Sample(String parser, Path file, JsonNode expect, boolean shared) {

    static final Path OWN = Path.of("src", "test", "resources", "samples");

    /// Folders of `shared/samples` whose name is not that of their parser.
    private static final Map<String, String> OTHER_NAMES =
            Map.of(
                    "no-rdma-host", "rdma-link",
                    "nxos-show-queuing-summary", "nxos-show-queuing-interface",
                    "nvue-show-interface-qos-roce", "nvue-show-qos-roce");

    private static final JsonMapper MAPPER = new JsonMapper();

    static List<Sample> own() {
        return in(OWN, false);
    }

    /// The recorded samples beside the repository that some parser reads; empty without them.
    static List<Sample> recorded() {
        return sharedFolder().map(f -> in(f, true)).orElse(List.of()).stream()
                .filter(s -> Parsers.installed().named(s.parser).isPresent())
                .toList();
    }

    static List<Sample> all() {
        return Stream.concat(own().stream(), recorded().stream()).toList();
    }

    static Optional<Path> sharedFolder() {
        for (Path p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
            Path candidate = p.resolve("shared").resolve("samples");
            if (Files.isDirectory(candidate)) return Optional.of(candidate);
        }
        return Optional.empty();
    }

    private static List<Sample> in(Path root, boolean shared) {
        List<Sample> samples = new ArrayList<>();
        for (Path folder : list(root)) {
            if (!Files.isDirectory(folder)) continue;
            String name = folder.getFileName().toString();
            String parser = OTHER_NAMES.getOrDefault(name, name);
            for (Path file : list(folder)) {
                String fileName = file.getFileName().toString();
                if (fileName.endsWith(".expect.json")) continue;
                Path expectation = folder.resolve(fileName + ".expect.json");
                if (shared && !Files.exists(expectation)) continue;
                samples.add(new Sample(parser, file, parse(expectation), shared));
            }
        }
        return samples;
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode parse(Path expectation) {
        try {
            return MAPPER.readTree(Files.readString(expectation));
        } catch (IOException e) {
            throw new UncheckedIOException("every sample needs its expectation beside it", e);
        }
    }

    String text() {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Transcript transcript() {
        return transcript(text());
    }

    /// The transcript with another text in place of the sample's.
    Transcript transcript(String stdout) {
        JsonNode facts = expect.path("facts");
        int exit = expect.has("exit") ? expect.path("exit").asInt(0) : facts.path("exit").asInt(0);
        return new Transcript(
                "gpu01",
                expect.path("command").asString(""),
                stdout,
                expect.path("stderr").asString(""),
                exit,
                Instant.parse(expect.path("startedAt").asString("2026-11-28T10:00:00Z")),
                Duration.ofMillis(expect.path("tookMillis").asLong(10)),
                false);
    }

    List<String> strings(String member) {
        return expect.path(member).values().stream().map(n -> n.asString("")).toList();
    }

    @Override
    public String toString() {
        int names = file.getNameCount();
        return (shared ? "shared " : "") + file.subpath(Math.max(names - 2, 0), names);
    }
}
