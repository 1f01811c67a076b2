package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What lies in the state directory of whoever runs Railhead may be anything.
@Timeout(60)
class LocalJournalTest {
    private static final String GOOD = "20260101T000000.000Z-0000";

    @TempDir Path directory;

    private static void pipe(Path path) throws Exception {
        assumeTrue(
                new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0,
                "needs mkfifo");
    }

    @Test
    void pipesDevicesAndWhatHasNoEndAreToldAsDamagedAndNeverReadThrough() throws Exception {
        LocalJournal journal = new LocalJournal(directory);
        LocalJournal.Entry entry = new LocalJournal.Entry(GOOD, "lab", "cluster.yaml", "ann");
        assertThat(journal.note(entry, List.of("gpu01"), "started")).isEmpty();
        pipe(directory.resolve("20260101T000000.000Z-0001.json"));
        Files.createSymbolicLink(
                directory.resolve("20260101T000000.000Z-0002.json"), Path.of("/dev/zero"));
        try (RandomAccessFile large =
                new RandomAccessFile(
                        directory.resolve("20260101T000000.000Z-0003.json").toFile(), "rw")) {
            large.setLength(20L << 30);
        }
        Files.createDirectory(directory.resolve("20260101T000000.000Z-0004.json"));
        Files.createSymbolicLink(
                directory.resolve("20260101T000000.000Z-0005.json"), Path.of("nowhere"));
        assertThat(journal.damaged().values())
                .satisfiesExactly(
                        w ->
                                assertThat(w)
                                        .isEqualTo("it cannot be read: it is a pipe; name a file"),
                        w -> assertThat(w).contains("it is a device"),
                        w -> assertThat(w).contains("it is larger than 16 MiB"),
                        w -> assertThat(w).contains("it is a directory"),
                        w -> assertThat(w).startsWith("it cannot be read: "));
        assertThat(journal.known("lab"))
                .extracting(LocalJournal.Known::entry)
                .containsExactly(entry);
        assertThat(journal.leftOpen("lab")).hasSize(1);
        journal.update("20260101T000000.000Z-0001", List.of("gpu01"), "done");
        journal.update("20260101T000000.000Z-0002", List.of("gpu01"), "done");
        journal.update("20260101T000000.000Z-0003", List.of("gpu01"), "done");
    }

    @Test
    void aDirectoryThatIsNoneIsTold() throws Exception {
        Path runs = directory.resolve("runs");
        pipe(runs);
        for (int i = 0; i < 2; i++) {
            LocalJournal journal = new LocalJournal(runs);
            assertThat(journal.damaged()).containsKey(runs);
            assertThat(journal.known("lab")).isEmpty();
            assertThat(
                            journal.note(
                                    new LocalJournal.Entry(GOOD, "lab", "cluster.yaml", "ann"),
                                    List.of("gpu01"),
                                    "started"))
                    .isPresent();
            Files.delete(runs);
            Files.createSymbolicLink(runs, Path.of("/dev/zero"));
        }
    }
}
