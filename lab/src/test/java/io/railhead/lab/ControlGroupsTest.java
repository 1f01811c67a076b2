package io.railhead.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Groups in the machine's own hierarchy, with a process in one of them.
@Tag("lab")
class ControlGroupsTest {
    private final String id = UUID.randomUUID().toString();
    private Path top = Path.of("/nowhere");

    @BeforeEach
    void makeGroups() throws IOException {
        List<Path> hierarchies =
                ControlGroups.hierarchies(Files.readString(Path.of("/proc/self/mounts")));
        assumeTrue(
                !hierarchies.isEmpty() && Files.isWritable(hierarchies.getFirst()),
                "no control group hierarchy to write in");
        top = hierarchies.getFirst().resolve(ControlGroups.name(id));
        Files.createDirectories(top.resolve("h1/inner"));
    }

    @AfterEach
    void removeGroups() throws IOException {
        ControlGroups.remove(id, in(10));
    }

    @Test
    void aGroupWhoseProcessIsStillEndingIsWaitedFor() throws Exception {
        Process lasting = new ProcessBuilder("sleep", "1").start();
        Files.writeString(top.resolve("h1/inner/cgroup.procs"), Long.toString(lasting.pid()));
        ControlGroups.remove(id, in(30));
        assertThat(top).doesNotExist();
        assertThat(lasting.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aGroupThatStaysInUseIsNamed() throws Exception {
        Process lasting = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(top.resolve("h1/cgroup.procs"), Long.toString(lasting.pid()));
            assertThatThrownBy(() -> ControlGroups.remove(id, in(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(top.resolve("h1").toString());
        } finally {
            lasting.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
        }
    }

    private static long in(int seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }
}
