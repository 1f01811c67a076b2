package io.railhead.store;

import io.railhead.model.Change;
import io.railhead.model.Conditions;
import io.railhead.model.Doubt;
import io.railhead.model.Evidence;
import io.railhead.model.Expectation;
import io.railhead.model.Finding;
import io.railhead.model.Measurement;
import io.railhead.model.NotChecked;
import io.railhead.model.Risk;
import io.railhead.model.Severity;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// A run as rows. Lists inside a row are JSON.
final class RunRows {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern LAST = Pattern.compile("last(?:-(\\d{1,6}))?(?::(.+))?");

    private final Connection connection;

    RunRows(Connection connection) {
        this.connection = connection;
    }

    void insert(Run run) throws SQLException {
        try (PreparedStatement s =
                connection.prepareStatement("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            texts(s, 1, run.id(), run.kind(), run.title(), run.cluster());
            s.setLong(5, run.startedAt().toEpochMilli());
            s.setLong(6, run.took().toMillis());
            texts(s, 7, run.version(), JSON.writeValueAsString(run.attributes()));
            s.executeUpdate();
        }
        batch(
                "INSERT INTO measurement VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                run.id(),
                run.measurements(),
                RunRows::measurement);
        batch(
                "INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                run.id(),
                run.findings(),
                RunRows::finding);
        batch(
                "INSERT INTO not_checked VALUES (?, ?, ?, ?, ?)",
                run.id(),
                run.notChecked(),
                (s, n) -> texts(s, 3, n.check(), n.subject(), n.why()));
        batch(
                "INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                run.id(),
                run.changes(),
                RunRows::change);
        batch(
                "INSERT INTO failure VALUES (?, ?, ?, ?, ?)",
                run.id(),
                run.failures(),
                (s, f) -> texts(s, 3, f.subject(), f.step(), Secrets.mask(f.why())));
        batch("INSERT INTO note VALUES (?, ?, ?)", run.id(), run.notes(), (s, n) -> texts(s, 3, n));
    }

    private interface Binder<T> {
        void bind(PreparedStatement s, T item) throws SQLException;
    }

    private <T> void batch(String sql, String run, List<T> items, Binder<T> binder)
            throws SQLException {
        if (items.isEmpty()) {
            return;
        }
        try (PreparedStatement s = connection.prepareStatement(sql)) {
            for (int i = 0; i < items.size(); i++) {
                s.setString(1, run);
                s.setInt(2, i + 1);
                binder.bind(s, items.get(i));
                s.addBatch();
            }
            s.executeBatch();
        }
    }

    private static void texts(PreparedStatement s, int from, String... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            s.setString(from + i, values[i]);
        }
    }

    private static void measurement(PreparedStatement s, Measurement m) throws SQLException {
        s.setString(3, m.metric());
        s.setDouble(4, m.value());
        texts(s, 5, m.unit(), m.statistic().word());
        s.setString(7, JSON.writeValueAsString(m.conditions().values()));
        s.setString(8, m.source().document());
        s.setInt(9, m.source().firstLine());
        s.setInt(10, m.source().lastLine());
        Optional<Expectation> e = m.expectation();
        if (e.isPresent()) {
            // SQLite has infinities but no NaN: it stores NULL for it.
            s.setDouble(11, e.get().low());
            s.setDouble(12, e.get().typical());
            s.setDouble(13, e.get().high());
            s.setString(14, e.get().why());
        } else {
            s.setNull(11, Types.REAL);
            s.setNull(12, Types.REAL);
            s.setNull(13, Types.REAL);
            s.setNull(14, Types.VARCHAR);
        }
    }

    private static void finding(PreparedStatement s, Finding f) throws SQLException {
        List<Evidence> masked =
                f.evidence().stream()
                        .map(e -> new Evidence(e.document(), e.line(), Secrets.mask(e.text())))
                        .toList();
        texts(
                s,
                3,
                f.code(),
                f.severity().word(),
                f.subject(),
                Secrets.mask(f.summary()),
                Secrets.mask(f.cause()),
                f.fix(),
                JSON.writeValueAsString(masked),
                JSON.writeValueAsString(f.explains().stream().sorted().toList()),
                f.doubt().equals(Doubt.NONE) ? "" : JSON.writeValueAsString(f.doubt()));
    }

    private static void change(PreparedStatement s, Change c) throws SQLException {
        texts(
                s,
                3,
                c.device(),
                c.resource(),
                Secrets.mask(c.before()),
                Secrets.mask(c.after()),
                c.risk().word(),
                c.why(),
                JSON.writeValueAsString(c.needs().stream().sorted().toList()),
                JSON.writeValueAsString(c.undo().stream().map(Secrets::mask).toList()));
    }

    /// The id that `last`, `last-2`, `last:bench` or `last-1:check` stands for.
    Optional<String> latest(String name) throws SQLException {
        Matcher m = LAST.matcher(name);
        if (!m.matches()) {
            return Optional.empty();
        }
        String back = Optional.ofNullable(m.group(1)).orElse("0");
        Optional<String> kind = Optional.ofNullable(m.group(2));
        try (PreparedStatement s =
                connection.prepareStatement(
                        "SELECT id FROM run WHERE ? = '' OR kind = ?"
                                + " ORDER BY started_ms DESC, id DESC LIMIT 1 OFFSET ?")) {
            texts(s, 1, kind.orElse(""), kind.orElse(""));
            s.setInt(3, Integer.parseInt(back));
            try (ResultSet r = s.executeQuery()) {
                return r.next() ? Optional.of(r.getString(1)) : Optional.empty();
            }
        }
    }

    List<String> idsBeginning(String prefix) throws SQLException {
        try (PreparedStatement s =
                connection.prepareStatement(
                        "SELECT id FROM run WHERE substr(id, 1, length(?)) = ? ORDER BY id"
                                + " LIMIT 10")) {
            texts(s, 1, prefix, prefix);
            List<String> ids = new ArrayList<>();
            try (ResultSet r = s.executeQuery()) {
                while (r.next()) {
                    ids.add(r.getString(1));
                }
            }
            return ids;
        }
    }

    List<Run.Summary> summaries(int most) throws SQLException {
        try (PreparedStatement s =
                connection.prepareStatement(
                        """
                        SELECT id, kind, title, cluster, started_ms,
                            (SELECT count(*) FROM measurement WHERE run = id),
                            (SELECT count(*) FROM finding WHERE run = id),
                            (SELECT count(*) FROM change WHERE run = id)
                        FROM run ORDER BY started_ms DESC, id DESC LIMIT ?
                        """)) {
            s.setInt(1, most);
            List<Run.Summary> all = new ArrayList<>();
            try (ResultSet r = s.executeQuery()) {
                while (r.next()) {
                    all.add(
                            new Run.Summary(
                                    r.getString(1),
                                    r.getString(2),
                                    r.getString(3),
                                    r.getString(4),
                                    Instant.ofEpochMilli(r.getLong(5)),
                                    r.getInt(6),
                                    r.getInt(7),
                                    r.getInt(8)));
                }
            }
            return all;
        }
    }

    Optional<Run> read(String id) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement("SELECT * FROM run WHERE id = ?")) {
            s.setString(1, id);
            try (ResultSet r = s.executeQuery()) {
                if (!r.next()) {
                    return Optional.empty();
                }
                return Optional.of(
                        new Run(
                                id,
                                r.getString("kind"),
                                r.getString("title"),
                                r.getString("cluster"),
                                Instant.ofEpochMilli(r.getLong("started_ms")),
                                Duration.ofMillis(r.getLong("took_ms")),
                                r.getString("version"),
                                list("measurement", "seq", id, RunRows::readMeasurement),
                                list("finding", "rank", id, RunRows::readFinding),
                                list(
                                        "not_checked",
                                        "seq",
                                        id,
                                        x ->
                                                new NotChecked(
                                                        x.getString("code"),
                                                        x.getString("subject"),
                                                        x.getString("why"))),
                                list("change", "seq", id, RunRows::readChange),
                                list(
                                        "failure",
                                        "seq",
                                        id,
                                        x ->
                                                new Run.Failed(
                                                        x.getString("subject"),
                                                        x.getString("step"),
                                                        x.getString("why"))),
                                list("note", "seq", id, x -> x.getString("text")),
                                map(r.getString("attributes"))));
            }
        }
    }

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> list(String table, String order, String run, RowReader<T> reader)
            throws SQLException {
        try (PreparedStatement s =
                connection.prepareStatement(
                        "SELECT * FROM " + table + " WHERE run = ? ORDER BY " + order)) {
            s.setString(1, run);
            List<T> all = new ArrayList<>();
            try (ResultSet r = s.executeQuery()) {
                while (r.next()) {
                    all.add(reader.read(r));
                }
            }
            return all;
        }
    }

    private static Doubt doubt(String json) {
        return json.isEmpty() ? Doubt.NONE : JSON.readValue(json, Doubt.class);
    }

    private static Measurement readMeasurement(ResultSet r) throws SQLException {
        Optional<Expectation> expectation = Optional.empty();
        String why = r.getString("why");
        if (why != null) {
            expectation =
                    Optional.of(
                            new Expectation(
                                    real(r, "low"), real(r, "typical"), real(r, "high"), why));
        }
        return new Measurement(
                r.getString("metric"),
                real(r, "value"),
                r.getString("unit"),
                Statistic.valueOf(r.getString("statistic").toUpperCase(Locale.ROOT)),
                new Conditions(map(r.getString("conditions"))),
                new Source(r.getString("document"), r.getInt("first_line"), r.getInt("last_line")),
                expectation);
    }

    private static double real(ResultSet r, String column) throws SQLException {
        double value = r.getDouble(column);
        return r.wasNull() ? Double.NaN : value;
    }

    private static Finding readFinding(ResultSet r) throws SQLException {
        return new Finding(
                r.getString("code"),
                Severity.valueOf(r.getString("severity").toUpperCase(Locale.ROOT)),
                r.getString("subject"),
                r.getString("summary"),
                r.getString("cause"),
                r.getString("fix"),
                JSON.readValue(r.getString("evidence"), new TypeReference<List<Evidence>>() {}),
                new LinkedHashSet<>(strings(r.getString("explains"))),
                doubt(r.getString("doubt")));
    }

    private static Change readChange(ResultSet r) throws SQLException {
        return new Change(
                r.getString("device"),
                r.getString("resource"),
                r.getString("before"),
                r.getString("after"),
                Risk.valueOf(r.getString("risk").toUpperCase(Locale.ROOT).replace('-', '_')),
                r.getString("why"),
                new LinkedHashSet<>(strings(r.getString("needs"))),
                strings(r.getString("undo")));
    }

    private static List<String> strings(String json) {
        return JSON.readValue(json, new TypeReference<List<String>>() {});
    }

    private static TreeMap<String, String> map(String json) {
        return JSON.readValue(json, new TypeReference<TreeMap<String, String>>() {});
    }
}
