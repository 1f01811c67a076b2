package io.railhead.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.evidence.paste.Pieces;
import io.railhead.model.Probe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class AnchorsTest {
    /// Texts of this size and less are looked at; no case is larger.
    private static final int MOST = 1 << 20;

    private static List<Path> texts() throws IOException {
        List<Path> roots = new ArrayList<>(List.of(Sample.OWN));
        roots.add(Path.of("..", "cli", "src", "test", "resources"));
        roots.add(Path.of("..", "benchmarks"));
        Sample.sharedFolder().ifPresent(f -> roots.add(f.getParent()));
        List<Path> texts = new ArrayList<>();
        for (Path root : roots) {
            if (!Files.isDirectory(root)) continue;
            try (Stream<Path> files = Files.walk(root)) {
                for (Path f : (Iterable<Path>) files.sorted()::iterator) {
                    if (Files.isRegularFile(f) && Files.size(f) <= MOST) texts.add(f);
                }
            }
        }
        return texts;
    }

    @Test
    void aParserRecognisesNoTextWithoutOneOfItsLiterals() throws IOException {
        Map<String, Anchors.Row> rows = Anchors.rows();
        List<Parser> parsers = Parsers.installed().all();
        Anchors anchors =
                new Anchors(
                        parsers.stream()
                                .map(p -> Optional.ofNullable(rows.get(p.getClass().getName())))
                                .map(row -> row.flatMap(Anchors.Row::texts))
                                .toList());
        List<String> missed = new ArrayList<>();
        BitSet used = new BitSet();
        for (Path file : texts()) {
            String whole = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            List<String> parts = new ArrayList<>(List.of(whole));
            Pieces.of(whole).forEach(piece -> parts.add(piece.text()));
            for (String text : parts) {
                String head = text.substring(0, Math.min(text.length(), 65_536));
                BitSet places = anchors.in(head);
                for (int p = 0; p < parsers.size(); p++) {
                    if (!parsers.get(p).recognises(head)) continue;
                    used.set(p);
                    if (!places.get(p)) missed.add(parsers.get(p).name() + " in " + file);
                }
            }
        }
        assertThat(missed).isEmpty();
        assertThat(used.cardinality()).as("parsers that recognised some text").isGreaterThan(100);
    }

    @Test
    void aParserReadsNoCommandWithoutOneOfItsLiterals() throws IOException {
        Set<String> commands = new LinkedHashSet<>();
        List<Parser> parsers = Parsers.installed().all();
        for (Parser parser : parsers) {
            for (Probe probe : parser.probes()) {
                commands.add(probe.command());
                commands.add(probe.shown());
            }
        }
        for (Path file : texts()) {
            String whole = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            Pieces.of(whole).forEach(piece -> commands.add(piece.command()));
        }
        for (String command : List.copyOf(commands)) commands.add("sudo -n " + command);
        Set<Parser> used = new HashSet<>();
        for (String command : commands) {
            Optional<Parser> all =
                    parsers.stream().filter(p -> p.readsCommand(command)).findFirst();
            assertThat(Parsers.installed().forCommand(command)).as(command).isEqualTo(all);
            all.ifPresent(used::add);
        }
        assertThat(used).as("parsers that read some command").hasSizeGreaterThan(90);
    }

    @Test
    void everyParserHasItsRowUnderItsOwnName() {
        Map<String, Anchors.Row> rows = Anchors.rows();
        assertThat(Parsers.installed().all())
                .allSatisfy(
                        p ->
                                assertThat(rows.get(p.getClass().getName()))
                                        .as("row of %s in recognition.anchors", p.getClass())
                                        .isNotNull()
                                        .extracting(Anchors.Row::name)
                                        .isEqualTo(p.name()));
        assertThat(rows).hasSameSizeAs(Parsers.installed().all());
    }
}
