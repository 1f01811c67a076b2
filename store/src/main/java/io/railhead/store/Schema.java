package io.railhead.store;

import java.util.List;

/// The tables, as the steps that made them: step n takes a file of version n to n+1. A step is
/// never changed once released; a new one is added.
final class Schema {
    /// «RALH», in the header of every file of ours.
    static final int APPLICATION_ID = 0x52414C48;

    private static final String FIRST =
            """
            CREATE TABLE run (
                id TEXT PRIMARY KEY,
                kind TEXT NOT NULL,
                title TEXT NOT NULL,
                cluster TEXT NOT NULL,
                started_ms INTEGER NOT NULL,
                took_ms INTEGER NOT NULL,
                version TEXT NOT NULL,
                attributes TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX run_by_time ON run (started_ms);
            CREATE TABLE measurement (
                run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
                seq INTEGER NOT NULL,
                metric TEXT NOT NULL,
                value REAL,
                unit TEXT NOT NULL,
                statistic TEXT NOT NULL,
                conditions TEXT NOT NULL,
                document TEXT NOT NULL,
                first_line INTEGER NOT NULL,
                last_line INTEGER NOT NULL,
                low REAL,
                typical REAL,
                high REAL,
                why TEXT,
                PRIMARY KEY (run, seq)
            ) WITHOUT ROWID;
            CREATE INDEX measurement_by_metric ON measurement (metric, statistic);
            CREATE TABLE finding (
                run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
                rank INTEGER NOT NULL,
                code TEXT NOT NULL,
                severity TEXT NOT NULL,
                subject TEXT NOT NULL,
                summary TEXT NOT NULL,
                cause TEXT NOT NULL,
                fix TEXT NOT NULL,
                evidence TEXT NOT NULL,
                explains TEXT NOT NULL,
                PRIMARY KEY (run, rank)
            ) WITHOUT ROWID;
            CREATE TABLE not_checked (
                run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
                seq INTEGER NOT NULL,
                code TEXT NOT NULL,
                subject TEXT NOT NULL,
                why TEXT NOT NULL,
                PRIMARY KEY (run, seq)
            ) WITHOUT ROWID;
            CREATE TABLE change (
                run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
                seq INTEGER NOT NULL,
                device TEXT NOT NULL,
                resource TEXT NOT NULL,
                before TEXT NOT NULL,
                after TEXT NOT NULL,
                risk TEXT NOT NULL,
                why TEXT NOT NULL,
                needs TEXT NOT NULL,
                undo TEXT NOT NULL,
                PRIMARY KEY (run, seq)
            ) WITHOUT ROWID;
            CREATE TABLE failure (
                run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
                seq INTEGER NOT NULL,
                subject TEXT NOT NULL,
                step TEXT NOT NULL,
                why TEXT NOT NULL,
                PRIMARY KEY (run, seq)
            ) WITHOUT ROWID;
            CREATE TABLE note (
                run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
                seq INTEGER NOT NULL,
                text TEXT NOT NULL,
                PRIMARY KEY (run, seq)
            ) WITHOUT ROWID;
            CREATE TABLE journal (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                run TEXT NOT NULL,
                at_ms INTEGER NOT NULL,
                device TEXT NOT NULL,
                resource TEXT NOT NULL,
                state TEXT NOT NULL,
                detail TEXT NOT NULL
            );
            CREATE INDEX journal_by_run ON journal (run, seq)
            """;

    /// What the evidence leaves open about a finding, as JSON; empty where nothing is.
    private static final String DOUBT =
            "ALTER TABLE finding ADD COLUMN doubt TEXT NOT NULL DEFAULT ''";

    static final List<String> STEPS = List.of(FIRST, DOUBT);

    private Schema() {}
}
