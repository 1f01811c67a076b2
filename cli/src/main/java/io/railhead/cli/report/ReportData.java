package io.railhead.cli.report;

import io.railhead.bench.twins.OddOne;
import io.railhead.bench.twins.OddOnes;
import io.railhead.model.Change;
import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Measurement;
import io.railhead.model.NotChecked;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Secrets;
import io.railhead.store.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything a report shows. Made by [#builder]; whatever is left out is left out of the report.
///
/// @param checks what was found, by stage in their order: `before`, `after`
/// @param changes what was planned or applied, by stage
/// @param runs measurements, oldest first; the charts show the last, and when there are two or
///     more the first is compared with it
/// @param cluster for the drawing of the topology
/// @param facts for the state of its links
/// @param provenance tools and versions, options, where the evidence comes from
public record ReportData(
        String title,
        Instant generatedAt,
        String version,
        List<Stage> checks,
        List<Plan> changes,
        List<Measured> runs,
        Optional<Cluster> cluster,
        Optional<Facts> facts,
        List<String> notes,
        Map<String, String> provenance) {

    /// Findings at one time.
    public record Stage(String label, List<Finding> findings, List<NotChecked> notChecked) {
        public Stage {
            findings = List.copyOf(findings);
            notChecked = List.copyOf(notChecked);
        }
    }

    /// Changes that were planned or made.
    public record Plan(String label, List<Change> changes) {
        public Plan {
            changes = List.copyOf(changes);
        }
    }

    /// One run of benchmarks.
    public record Measured(
            String label,
            List<Measurement> measurements,
            List<OddOne> oddOnes,
            List<Run.Failed> failures,
            List<String> notes) {
        public Measured {
            measurements = List.copyOf(measurements);
            oddOnes = List.copyOf(oddOnes);
            failures = List.copyOf(failures);
            notes = List.copyOf(notes);
        }
    }

    public ReportData {
        checks = List.copyOf(checks);
        changes = List.copyOf(changes);
        runs = List.copyOf(runs);
        notes = List.copyOf(notes);
    }

    /// The run that the charts show.
    Optional<Measured> latest() {
        return runs.isEmpty() ? Optional.empty() : Optional.of(runs.getLast());
    }

    /// @param generatedAt when the report is made
    /// @param version of Railhead
    public static Builder builder(String title, Instant generatedAt, String version) {
        return new Builder(title, generatedAt, version);
    }

    /// Gathers a report; not safe for use by several threads.
    public static final class Builder {
        private final String title;
        private final Instant generatedAt;
        private final String version;
        private final List<Stage> checks = new ArrayList<>();
        private final List<Plan> changes = new ArrayList<>();
        private final List<Measured> runs = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private final Map<String, String> provenance = new LinkedHashMap<>();
        private Optional<Cluster> cluster = Optional.empty();
        private Optional<Facts> facts = Optional.empty();

        private Builder(String title, Instant generatedAt, String version) {
            this.title = title;
            this.generatedAt = generatedAt;
            this.version = version;
        }

        /// What a check found, at a stage: `before`, `after`. An empty list of findings is a
        /// result too.
        public Builder findings(String label, List<Finding> findings, List<NotChecked> notChecked) {
            checks.add(
                    new Stage(label, findings.stream().map(Builder::masked).toList(), notChecked));
            return this;
        }

        /// Changes that were planned (`planned`) or made (`applied`).
        public Builder changes(String label, List<Change> all) {
            changes.add(new Plan(label, all.stream().map(Builder::masked).toList()));
            return this;
        }

        /// A run of benchmarks. The odd ones are found among the measurements.
        public Builder measurements(
                String label,
                List<Measurement> all,
                List<Run.Failed> failures,
                List<String> runNotes) {
            runs.add(new Measured(label, all, OddOnes.among(all), failures, runNotes));
            return this;
        }

        /// All that a stored run holds: its findings, changes, measurements and notes.
        public Builder run(Run run) {
            String label = run.title().isEmpty() ? run.id() : run.title() + " (" + run.id() + ")";
            if (!run.findings().isEmpty() || run.kind().equals("check")) {
                findings(label, run.findings(), run.notChecked());
            }
            if (!run.changes().isEmpty()) {
                changes(label, run.changes());
            }
            boolean bench = run.kind().equals("bench") && !run.failures().isEmpty();
            if (!run.measurements().isEmpty() || bench) {
                measurements(label, run.measurements(), run.failures(), run.notes());
            } else {
                notes.addAll(run.notes());
                run.failures()
                        .forEach(f -> notes.add(f.subject() + ", " + f.step() + ": " + f.why()));
            }
            provenance(
                    "run " + run.id(),
                    "%s, %s, railhead %s".formatted(run.kind(), run.startedAt(), run.version()));
            run.attributes().forEach(provenance::put);
            return this;
        }

        /// A report goes from hand to hand: what looks like a secret does not go with it.
        private static Finding masked(Finding f) {
            return new Finding(
                    f.code(),
                    f.severity(),
                    f.subject(),
                    Secrets.mask(f.summary()),
                    f.cause(),
                    f.fix(),
                    f.evidence().stream()
                            .map(e -> new Evidence(e.document(), e.line(), Secrets.mask(e.text())))
                            .toList(),
                    f.explains(),
                    f.doubt());
        }

        private static Change masked(Change c) {
            return new Change(
                    c.device(),
                    c.resource(),
                    Secrets.mask(c.before()),
                    Secrets.mask(c.after()),
                    c.risk(),
                    c.why(),
                    c.needs(),
                    c.undo());
        }

        public Builder cluster(Cluster wanted) {
            cluster = Optional.of(wanted);
            return this;
        }

        /// What the machines last said: gives the drawing the state of its links.
        public Builder facts(Facts last) {
            facts = Optional.of(last);
            return this;
        }

        public Builder note(String note) {
            notes.add(note);
            return this;
        }

        public Builder provenance(String what, String value) {
            provenance.put(what, value);
            return this;
        }

        public ReportData build() {
            return new ReportData(
                    title,
                    generatedAt,
                    version,
                    checks,
                    changes,
                    runs,
                    cluster,
                    facts,
                    notes,
                    new LinkedHashMap<>(provenance));
        }
    }
}
