package io.railhead.store;

import io.railhead.model.Change;
import io.railhead.model.Finding;
import io.railhead.model.Measurement;
import io.railhead.model.NotChecked;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// One execution of a command, with everything it found out.
///
/// @param id unique, sorts by time: `20261128-143005-bench-7k2f`
/// @param kind command: `bench`, `check`, `plan`, `apply`, `quickstart`
/// @param cluster name of the cluster; empty when there was no intent
/// @param version of Railhead
/// @param failures steps that gave no result
/// @param attributes further facts about the run: tool versions, options, `lab`
public record Run(
        String id,
        String kind,
        String title,
        String cluster,
        Instant startedAt,
        Duration took,
        String version,
        List<Measurement> measurements,
        List<Finding> findings,
        List<NotChecked> notChecked,
        List<Change> changes,
        List<Failed> failures,
        List<String> notes,
        SequencedMap<String, String> attributes) {

    /// A step that gave no result, and why.
    ///
    /// @param subject host or pair
    public record Failed(String subject, String step, String why) {}

    /// What a list of runs shows.
    public record Summary(
            String id,
            String kind,
            String title,
            String cluster,
            Instant startedAt,
            int measurements,
            int findings,
            int changes) {}

    public Run {
        measurements = List.copyOf(measurements);
        findings = List.copyOf(findings);
        notChecked = List.copyOf(notChecked);
        changes = List.copyOf(changes);
        failures = List.copyOf(failures);
        notes = List.copyOf(notes);
        attributes = new TreeMap<>(attributes);
    }

    /// An empty run.
    public static Run of(
            String id,
            String kind,
            String title,
            String cluster,
            Instant startedAt,
            Duration took,
            String version) {
        return new Run(
                id,
                kind,
                title,
                cluster,
                startedAt,
                took,
                version,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new TreeMap<>());
    }

    public Run withMeasurements(List<Measurement> all) {
        return new Run(
                id,
                kind,
                title,
                cluster,
                startedAt,
                took,
                version,
                all,
                findings,
                notChecked,
                changes,
                failures,
                notes,
                attributes);
    }

    public Run withFindings(List<Finding> all, List<NotChecked> not) {
        return new Run(
                id,
                kind,
                title,
                cluster,
                startedAt,
                took,
                version,
                measurements,
                all,
                not,
                changes,
                failures,
                notes,
                attributes);
    }

    public Run withChanges(List<Change> all) {
        return new Run(
                id,
                kind,
                title,
                cluster,
                startedAt,
                took,
                version,
                measurements,
                findings,
                notChecked,
                all,
                failures,
                notes,
                attributes);
    }

    public Run withFailures(List<Failed> all) {
        return new Run(
                id,
                kind,
                title,
                cluster,
                startedAt,
                took,
                version,
                measurements,
                findings,
                notChecked,
                changes,
                all,
                notes,
                attributes);
    }

    public Run withNotes(List<String> all) {
        return new Run(
                id,
                kind,
                title,
                cluster,
                startedAt,
                took,
                version,
                measurements,
                findings,
                notChecked,
                changes,
                failures,
                all,
                attributes);
    }

    public Run withAttributes(SequencedMap<String, String> all) {
        return new Run(
                id,
                kind,
                title,
                cluster,
                startedAt,
                took,
                version,
                measurements,
                findings,
                notChecked,
                changes,
                failures,
                notes,
                all);
    }

    public Run with(String attribute, String value) {
        TreeMap<String, String> grown = new TreeMap<>(attributes);
        grown.put(attribute, value);
        return new Run(
                id,
                kind,
                title,
                cluster,
                startedAt,
                took,
                version,
                measurements,
                findings,
                notChecked,
                changes,
                failures,
                notes,
                grown);
    }

    /// A new id: UTC time, kind, and four characters by chance for runs of the same second.
    public static String newId(String kind, Instant now, RandomGenerator random) {
        String letters = "0123456789abcdefghjkmnpqrstvwxyz";
        StringBuilder chance = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            chance.append(letters.charAt(random.nextInt(letters.length())));
        }
        return java.time.format.DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT)
                        .withZone(java.time.ZoneOffset.UTC)
                        .format(now)
                + "-"
                + kind
                + "-"
                + chance;
    }
}
