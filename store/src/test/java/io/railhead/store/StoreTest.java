package io.railhead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.model.Change;
import io.railhead.model.Doubt;
import io.railhead.model.Risk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
    @TempDir Path directory;

    private Path file() {
        return directory.resolve("data/railhead.db");
    }

    @Test
    void aRunComesBackAsItWasKept() throws Exception {
        Run run = Sample.run("20261128-010203-bench-abcd");
        try (Store store = Store.open(file())) {
            store.save(run);
        }
        try (Store store = Store.open(file())) {
            assertThat(store.find("20261128-010203-bench-abcd")).contains(run);
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void runsAreFoundByBeginningAndByAge() throws Exception {
        try (Store store = Store.open(file())) {
            store.save(Sample.run("a1", "bench", Instant.ofEpochSecond(100)));
            store.save(Sample.run("a2", "check", Instant.ofEpochSecond(200)));
            store.save(Sample.run("b3", "bench", Instant.ofEpochSecond(300)));
            assertThat(store.find("b").orElseThrow().id()).isEqualTo("b3");
            assertThat(store.find("zz")).isEmpty();
            assertThatThrownBy(() -> store.find("a")).hasMessageContaining("a1, a2");
            assertThat(store.find("last").orElseThrow().id()).isEqualTo("b3");
            assertThat(store.find("last-1").orElseThrow().id()).isEqualTo("a2");
            assertThat(store.find("last-1:bench").orElseThrow().id()).isEqualTo("a1");
            assertThat(store.find("last:apply")).isEmpty();
            assertThat(store.runs(2)).extracting(Run.Summary::id).containsExactly("b3", "a2");
            assertThat(store.runs(1).getFirst().measurements()).isEqualTo(3);
            assertThat(store.find("100% _")).isEmpty();
        }
    }

    @Test
    void theSameIdTwiceIsRefusedAndTheFirstStays() throws Exception {
        try (Store store = Store.open(file())) {
            Run run = Sample.run("r");
            store.save(run);
            assertThatThrownBy(() -> store.save(run.withNotes(List.of("second"))))
                    .isInstanceOf(StoreException.class);
            assertThat(store.find("r")).contains(run);
        }
    }

    @Test
    void journalEntriesKeepTheirOrder() throws Exception {
        try (Store store = Store.open(file())) {
            for (String state : List.of("begun", "done", "verified")) {
                store.journal(
                        new JournalEntry(
                                "r",
                                Instant.ofEpochMilli(1),
                                "gpu01",
                                "sysctl:x",
                                state,
                                "password: hunter2"));
            }
            assertThat(store.journal("r"))
                    .extracting(JournalEntry::state)
                    .containsExactly("begun", "done", "verified");
            assertThat(store.journal("r").getFirst().detail()).isEqualTo("password: ********");
        }
    }

    @Test
    void secretsNeverReachTheFile() throws Exception {
        String secret = "S3cr3tValue77";
        Change change =
                new Change(
                        "gpu01",
                        "file:/etc/x",
                        "ipmi_password = \"" + secret + "\"\n",
                        "token: " + secret + "\nurl: https://u:" + secret + "@host/\n",
                        Risk.LOW,
                        "why",
                        Set.of(),
                        List.of("-----BEGIN RSA PRIVATE KEY-----\n" + secret + "\n"));
        try (Store store = Store.open(file())) {
            store.save(Sample.run("r").withChanges(List.of(change)));
        }
        assertThat(new String(Files.readAllBytes(file()), StandardCharsets.ISO_8859_1))
                .contains("ipmi_password")
                .doesNotContain(secret);
    }

    @Test
    void threadsAndConnectionsWriteAtOnceAndNothingIsLost() throws Exception {
        int writers = 8;
        int each = 10;
        try (var threads = Executors.newFixedThreadPool(writers)) {
            List<Future<?>> running = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                int writer = w;
                // Each its own connection, opened while the others make the tables.
                running.add(
                        threads.submit(
                                () -> {
                                    try (Store store = Store.open(file())) {
                                        for (int i = 0; i < each; i++) {
                                            store.save(Sample.run("w" + writer + "-" + i));
                                        }
                                    }
                                    return null;
                                }));
            }
            for (Future<?> f : running) {
                f.get();
            }
        }
        try (Store store = Store.open(file())) {
            assertThat(store.runs(1000)).hasSize(writers * each);
        }
    }

    @Test
    void twoProcessesWriteAtOnceAndNothingIsLost() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (String name : List.of("p", "q")) {
            processes.add(
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Writing.class.getName(),
                                    file().toString(),
                                    name,
                                    "25")
                            .redirectErrorStream(true)
                            .start());
        }
        for (Process p : processes) {
            String said = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(p.waitFor()).as(said).isZero();
        }
        try (Store store = Store.open(file())) {
            assertThat(store.runs(1000)).hasSize(50);
            assertThat(store.find("p-24")).isPresent();
            assertThat(store.find("q-24")).isPresent();
        }
    }

    @Test
    void aFileThatIsNoDatabaseIsNamedAndLeftAlone() throws Exception {
        Path other = directory.resolve("notes.txt");
        Files.writeString(other, "dear diary");
        assertThatThrownBy(() -> Store.open(other))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("notes.txt")
                .hasMessageContaining("no database");
        assertThat(Files.readString(other)).isEqualTo("dear diary");
        assertThatThrownBy(() -> Store.open(directory)).hasMessageContaining("is a directory");
    }

    @Test
    void anotherProgramsDatabaseIsLeftAlone() throws Exception {
        Path other = directory.resolve("other.db");
        execute(other, "CREATE TABLE bookmarks (url TEXT)");
        byte[] before = Files.readAllBytes(other);
        assertThatThrownBy(() -> Store.open(other)).hasMessageContaining("another program");
        assertThat(Files.readAllBytes(other)).isEqualTo(before);
        assertThat(directory.resolve("other.db-wal")).doesNotExist();
    }

    @Test
    void aNewerFormatIsRefusedAndLeftAlone() throws Exception {
        try (Store store = Store.open(file())) {
            store.save(Sample.run("r"));
        }
        execute(file(), "PRAGMA user_version = 99");
        byte[] before = Files.readAllBytes(file());
        assertThatThrownBy(() -> Store.open(file()))
                .hasMessageContaining("newer railhead (format 99, this one knows 2)");
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
    }

    @Test
    void aFileOfTheFirstFormatIsTakenOverAndKeepsItsFindings() throws Exception {
        Files.createDirectories(file().getParent());
        for (String sql : Schema.STEPS.getFirst().split(";\\s*\\n", -1)) execute(file(), sql);
        execute(file(), "INSERT INTO run VALUES ('old', 'check', '', '', 0, 0, '0.1.0', '{}')");
        execute(
                file(),
                "INSERT INTO finding VALUES ('old', 1, 'mtu-mismatch', 'error', 'gpu01', 's', 'c',"
                        + " 'f', '[]', '[]')");
        execute(file(), "PRAGMA application_id = " + Schema.APPLICATION_ID);
        execute(file(), "PRAGMA user_version = 1");
        try (Store store = Store.open(file())) {
            assertThat(store.find("old").orElseThrow().findings().getFirst().doubt())
                    .isEqualTo(Doubt.NONE);
            store.save(Sample.run("new"));
            assertThat(store.find("new").orElseThrow().findings().getFirst().doubt().certainty())
                    .isEqualTo(Doubt.Certainty.LIKELY);
        }
    }

    @Test
    void aDamagedFileIsNamedAndNotOverwritten() throws Exception {
        try (Store store = Store.open(file())) {
            for (int i = 0; i < 40; i++) {
                store.save(Sample.run("r" + i));
            }
        }
        byte[] bytes = Files.readAllBytes(file());
        Random random = new Random(7);
        for (int i = 4096; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt();
        }
        Files.write(file(), bytes);
        assertThatThrownBy(
                        () -> {
                            try (Store store = Store.open(file())) {
                                store.save(Sample.run("new"));
                            }
                        })
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("move it away");
        byte[] head = new byte[16];
        System.arraycopy(Files.readAllBytes(file()), 0, head, 0, 16);
        assertThat(new String(head, StandardCharsets.US_ASCII)).startsWith("SQLite format 3");
    }

    @Test
    void aFolderThatMayNotBeWrittenIsNamed() {
        assertThatThrownBy(() -> Store.open(Path.of("/proc/nowhere/railhead.db")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("/proc/nowhere/railhead.db")
                .hasMessageContaining("--store");
    }

    @Test
    void theUsualPlaceFollowsTheEnvironment() {
        Path here = Path.of("/srv/here");
        assertThat(Store.usualPlace(Map.of("HOME", "/home/u"), here))
                .isEqualTo(Path.of("/home/u/.local/share/railhead/railhead.db"));
        assertThat(Store.usualPlace(Map.of("HOME", "/h", "XDG_DATA_HOME", "/d"), here))
                .isEqualTo(Path.of("/d/railhead/railhead.db"));
        assertThat(Store.usualPlace(Map.of("HOME", "/h", "XDG_DATA_HOME", "rel"), here))
                .isEqualTo(Path.of("/h/.local/share/railhead/railhead.db"));
        assertThat(Store.usualPlace(Map.of("RAILHEAD_STORE", "my.db"), here))
                .isEqualTo(Path.of("/srv/here/my.db"));
    }

    @Test
    void idsSortByTimeAndDiffer() {
        Random random = new Random(1);
        String a = Run.newId("bench", Instant.parse("2026-11-28T01:02:03Z"), random);
        String b = Run.newId("bench", Instant.parse("2026-11-28T01:02:03Z"), random);
        assertThat(a).startsWith("20261128-010203-bench-").isNotEqualTo(b);
        assertThat(Run.newId("bench", Instant.parse("2026-11-28T01:02:04Z"), random))
                .isGreaterThan(a);
    }

    private static void execute(Path file, String sql) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement s = c.createStatement()) {
            s.executeUpdate(sql);
        }
    }

    /// Another process: writes runs.
    static final class Writing {
        private Writing() {}

        public static void main(String[] args) throws Exception {
            try (Store store = Store.open(Path.of(args[0]))) {
                for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                    store.save(Sample.run(args[1] + "-" + i));
                }
            }
        }
    }
}
