package io.railhead.configure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Worlds with a file `booted` need systemd: they are played one after the other on one machine
/// that it has booted, so each makes what it needs under names of its own.
@Tag("root")
class BootedWorldsTest {
    private static Machine machine;

    @TempDir Path journal;

    @BeforeAll
    static void start() {
        machine = Machine.boot();
    }

    @AfterAll
    static void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    static List<Path> booted() throws IOException {
        String only = System.getProperty("railhead.worlds.only", "");
        return WorldsTest.worlds().stream()
                .filter(w -> w.toString().contains(only))
                .filter(w -> Files.exists(w.resolve("booted")))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("booted")
    void appliedTwiceNothingIsLeftToDoAndUndoGivesEverythingBack(Path world) throws IOException {
        WorldsTest.play(world, machine, journal);
    }
}
