package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Folders `worlds/KIND/CASE`: `before` is shell that makes the machine as it is, `wanted` the
/// intent ([World]), `plan` what must be planned, and `after` shell that must succeed when it was
/// applied. A second plan must be empty, and a rollback must give back every byte and live value.
class WorldsTest {
    private static final Path WORLDS = Path.of("src/test/resources/worlds");

    @TempDir Path journal;

    static List<Path> worlds() throws IOException {
        try (Stream<Path> found = Files.walk(WORLDS)) {
            return found.filter(p -> p.getFileName().toString().equals("wanted"))
                    .map(Path::getParent)
                    .sorted()
                    .toList();
        }
    }

    /// All of them, or while one resource is worked on those whose path holds
    /// `-Drailhead.worlds.only`.
    static List<Path> chosen() throws IOException {
        String only = System.getProperty("railhead.worlds.only", "");
        return worlds().stream()
                .filter(w -> w.toString().contains(only))
                .filter(w -> !Files.exists(w.resolve("booted")))
                .toList();
    }

    @Test
    void everyResourceHasAWorldAndEveryWorldAResource() throws IOException {
        List<String> kinds = Resources.installed().all().stream().map(Resource::kind).toList();
        try (Stream<Path> folders = Files.list(WORLDS)) {
            assertThat(folders.map(p -> p.getFileName().toString()).toList())
                    .containsExactlyInAnyOrderElementsOf(kinds);
        }
        for (String kind : kinds) {
            assertThat(worlds().stream().filter(w -> w.startsWith(WORLDS.resolve(kind))).toList())
                    .as("%s needs worlds/%s/CASE", kind, kind)
                    .isNotEmpty();
        }
    }

    @Tag("root")
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "{0}")
    @MethodSource("chosen")
    void appliedTwiceNothingIsLeftToDoAndUndoGivesEverythingBack(Path world) throws IOException {
        try (Machine machine = Machine.start()) {
            play(world, machine, journal);
        }
    }

    static void play(Path world, Machine machine, Path journal) throws IOException {
        Bench bench = new Bench(machine, journal);
        machine.sh("set -e\n" + common(world) + Files.readString(world.resolve("before")));
        Cluster cluster = World.cluster(Files.readString(world.resolve("wanted")));
        List<String> before = machine.snapshot();

        Prepared prepared = bench.plan(cluster);
        String plan = text(prepared.plan());
        Path expected = world.resolve("plan");
        if (Boolean.getBoolean("railhead.worlds.write")) {
            Files.writeString(expected, plan);
        }
        assertThat(plan).isEqualTo(Files.readString(expected));
        assertThat(machine.snapshot()).as("planning changes nothing").isEqualTo(before);

        RunResult result = bench.apply(prepared);
        assertThat(result.isGood()).as(result.toString()).isTrue();
        machine.sh("set -e\n" + Files.readString(world.resolve("after")));
        Plan second = bench.plan(cluster).plan();
        assertThat(second.changes()).isEmpty();
        assertThat(second.obstacles()).isEqualTo(prepared.plan().obstacles());
        if (!prepared.plan().isEmpty()) {
            RunResult back = bench.rollBack(cluster, result.run(), false);
            assertThat(back.isGood()).as(back.toString()).isTrue();
        }
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    /// Shell that all worlds of a kind begin with: `worlds/KIND/common`.
    private static String common(Path world) throws IOException {
        Path common = world.getParent().resolve("common");
        return Files.exists(common) ? Files.readString(common) : "";
    }

    private static String text(Plan plan) {
        StringBuilder text = new StringBuilder();
        for (PlannedChange c : plan.changes()) {
            text.append(c.change().resource())
                    .append(", risk ")
                    .append(c.change().risk().word())
                    .append(c.guarded() ? ", guarded\n" : "\n");
            TextDiff.unified(c.change().before(), c.change().after(), 1)
                    .forEach(l -> text.append("  ").append(l).append('\n'));
        }
        for (Obstacle o : plan.obstacles()) {
            text.append("not ").append(o.resource()).append(": ").append(o.why()).append('\n');
            text.append("  remedy: ").append(o.remedy()).append('\n');
        }
        // What this machine happens to have is not the world's.
        return text.toString()
                .replaceAll("\\(it is \\d+\\)", "(it is N)")
                // Nor is a key pair, which is another each time.
                .replaceAll("SHA256:\\S+ railhead ", "SHA256:KEY railhead ");
    }
}
