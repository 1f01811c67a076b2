package io.railhead.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The embedded database: one SQLite file in WAL mode. Any number of processes and threads may
/// read and write; a writer waits up to ten seconds for another one.
public final class Store implements AutoCloseable {
    private static final int BUSY_MILLIS = 10_000;
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private final Path file;
    private final Connection connection;

    private Store(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /// Where runs are kept unless told otherwise: `RAILHEAD_STORE`, else
    /// `$XDG_DATA_HOME/railhead/railhead.db`, else `~/.local/share/railhead/railhead.db`.
    ///
    /// @param directory against which a relative `RAILHEAD_STORE` is read
    public static Path usualPlace(Map<String, String> environment, Path directory) {
        String stated = environment.getOrDefault("RAILHEAD_STORE", "");
        if (!stated.isEmpty()) {
            return directory.resolve(stated);
        }
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        // The XDG base directory specification: a relative path is to be ignored.
        Path home =
                data.startsWith("/")
                        ? Path.of(data)
                        : Path.of(environment.getOrDefault("HOME", "."), ".local", "share");
        return directory.resolve(home).resolve("railhead").resolve("railhead.db");
    }

    /// Opens the file, makes it when it is not there, and brings an older one up to date.
    public static Store open(Path file) throws StoreException {
        prepare(file);
        Connection connection = null;
        try {
            SQLiteConfig config = new SQLiteConfig();
            config.setBusyTimeout(BUSY_MILLIS);
            config.enforceForeignKeys(true);
            config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
            connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
            Store store = new Store(file, connection);
            store.migrate();
            return store;
        } catch (SQLException e) {
            close(connection);
            throw explain(file, e);
        } catch (StoreException e) {
            close(connection);
            throw e;
        }
    }

    private static void close(@org.jspecify.annotations.Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                // The reason why it is closed is what the caller hears.
            }
        }
    }

    /// Makes the folder and the file, for the owner alone, and refuses a file of another kind
    /// before SQLite touches it.
    private static void prepare(Path file) throws StoreException {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null && !Files.exists(folder)) {
                Files.createDirectories(
                        folder,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
            }
            if (Files.isDirectory(file)) {
                throw new StoreException(
                        file + " is a directory; give a file with --store or RAILHEAD_STORE");
            }
            if (!Files.exists(file)) {
                try {
                    Files.createFile(
                            file,
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
                } catch (java.nio.file.FileAlreadyExistsException e) {
                    // Another process was faster.
                }
                return;
            }
            if (!Files.isRegularFile(file)) {
                throw notOurs(file, "it is no regular file");
            }
            byte[] head = new byte[MAGIC.length];
            int read;
            try (var in = Files.newInputStream(file)) {
                read = in.readNBytes(head, 0, head.length);
            }
            if (read > 0 && !Arrays.equals(head, MAGIC)) {
                throw notOurs(file, "it is no database");
            }
        } catch (IOException e) {
            throw new StoreException(
                    "cannot use the store "
                            + file
                            + ": "
                            + reason(e)
                            + "; give another place with --store or RAILHEAD_STORE",
                    e);
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case java.nio.file.AccessDeniedException x -> "permission denied";
            case java.nio.file.NoSuchFileException x -> "no such directory";
            case java.nio.file.FileSystemException x when x.getReason() != null -> x.getReason();
            default -> Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
        };
    }

    private static StoreException notOurs(Path file, String why) {
        return new StoreException(
                file
                        + " is not a Railhead store ("
                        + why
                        + "); it was left as it is. Give another file with --store or"
                        + " RAILHEAD_STORE");
    }

    /// Looks before it writes: a foreign or newer file is not even switched to WAL.
    private void migrate() throws SQLException, StoreException {
        int version = number("PRAGMA user_version");
        // In this order: a process that makes the tables meanwhile has set the id with them.
        int tables = number("SELECT count(*) FROM sqlite_master");
        int application = number("PRAGMA application_id");
        if (application != Schema.APPLICATION_ID && (application != 0 || tables > 0)) {
            throw notOurs(file, "another program's database");
        }
        refuseNewer(version);
        if (version == Schema.STEPS.size()) {
            return;
        }
        useWal();
        connection.setAutoCommit(false);
        try {
            // The lock is held from the first statement on; another process may have been faster.
            try (Statement lock = connection.createStatement()) {
                lock.executeUpdate("PRAGMA application_id = " + Schema.APPLICATION_ID);
            }
            int now = number("PRAGMA user_version");
            refuseNewer(now);
            for (int step = now; step < Schema.STEPS.size(); step++) {
                for (String sql : Schema.STEPS.get(step).split(";\\s*\\n", -1)) {
                    if (!sql.isBlank()) {
                        try (Statement statement = connection.createStatement()) {
                            statement.executeUpdate(sql);
                        }
                    }
                }
            }
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("PRAGMA user_version = " + Schema.STEPS.size());
            }
            connection.commit();
        } catch (SQLException | StoreException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private void refuseNewer(int version) throws StoreException {
        if (version > Schema.STEPS.size()) {
            throw new StoreException(
                    "%s was written by a newer railhead (format %d, this one knows %d); it was left as it is. Update railhead, or give another file with --store"
                            .formatted(file, version, Schema.STEPS.size()));
        }
    }

    /// Switching to WAL needs the file for a moment alone, and SQLite does not wait for that by
    /// its own.
    private void useWal() throws SQLException {
        for (int i = 0; ; i++) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA journal_mode = WAL");
                return;
            } catch (SQLiteException e) {
                if (e.getResultCode().code != SQLiteErrorCode.SQLITE_BUSY.code || i >= 100) {
                    throw e;
                }
                try {
                    Thread.sleep(50);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw e;
                }
            }
        }
    }

    private int number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    public Path file() {
        return file;
    }

    /// Keeps a run, whole or not at all.
    public synchronized void save(Run run) throws StoreException {
        try {
            connection.setAutoCommit(false);
            try {
                new RunRows(connection).insert(run);
                connection.commit();
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw explain(file, e);
        }
    }

    /// The run with this id, or with the only id that begins so; `last` is the latest, `last-1` the
    /// one before, `last:bench` and `last-1:bench` the same among the runs of a kind. Empty when
    /// there is none; an exception names the candidates when there are several.
    public synchronized Optional<Run> find(String name) throws StoreException {
        try {
            RunRows rows = new RunRows(connection);
            if (name.startsWith("last")) {
                Optional<String> id = rows.latest(name);
                return id.isPresent() ? rows.read(id.get()) : Optional.empty();
            }
            List<String> ids = rows.idsBeginning(name);
            if (ids.size() > 1 && !ids.contains(name)) {
                throw new StoreException(
                        "«"
                                + name
                                + "» is the beginning of several runs: "
                                + String.join(", ", ids));
            }
            return ids.isEmpty() ? Optional.empty() : rows.read(ids.getFirst());
        } catch (SQLException e) {
            throw explain(file, e);
        }
    }

    /// The latest runs, newest first.
    public synchronized List<Run.Summary> runs(int most) throws StoreException {
        try {
            return new RunRows(connection).summaries(most);
        } catch (SQLException e) {
            throw explain(file, e);
        }
    }

    public synchronized void journal(JournalEntry entry) throws StoreException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO journal (run, at_ms, device, resource, state, detail)"
                                + " VALUES (?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, entry.run());
            insert.setLong(2, entry.at().toEpochMilli());
            insert.setString(3, entry.device());
            insert.setString(4, entry.resource());
            insert.setString(5, entry.state());
            insert.setString(6, Secrets.mask(entry.detail()));
            insert.executeUpdate();
        } catch (SQLException e) {
            throw explain(file, e);
        }
    }

    /// The journal of a run, in the order it was written.
    public synchronized List<JournalEntry> journal(String run) throws StoreException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT run, at_ms, device, resource, state, detail FROM journal"
                                + " WHERE run = ? ORDER BY seq")) {
            select.setString(1, run);
            List<JournalEntry> entries = new ArrayList<>();
            try (ResultSet r = select.executeQuery()) {
                while (r.next()) {
                    entries.add(
                            new JournalEntry(
                                    r.getString(1),
                                    Instant.ofEpochMilli(r.getLong(2)),
                                    r.getString(3),
                                    r.getString(4),
                                    r.getString(5),
                                    r.getString(6)));
                }
            }
            return entries;
        } catch (SQLException e) {
            throw explain(file, e);
        }
    }

    private static StoreException explain(Path file, SQLException e) {
        String what =
                e instanceof SQLiteException s
                        ? switch (s.getResultCode()) {
                            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CORRUPT_VTAB ->
                                    "it is damaged. Nothing was changed; move it away (`mv "
                                            + file
                                            + " "
                                            + file
                                            + ".damaged`) and a new one is made. What is left in"
                                            + " it: `sqlite3 FILE .recover`";
                            case SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT, SQLITE_LOCKED ->
                                    "another process has held it for "
                                            + BUSY_MILLIS / 1000
                                            + " seconds. Try again, or give another file with"
                                            + " --store";
                            case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH ->
                                    "it cannot be written (permission, or a read-only disk). Give"
                                            + " another file with --store";
                            case SQLITE_FULL -> "the disk is full";
                            default -> s.getMessage();
                        }
                        : e.getMessage();
        return new StoreException("the store " + file + ": " + what, e);
    }

    @Override
    public synchronized void close() {
        close(connection);
    }
}
