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
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads what [RunJson] and `check --format json` write, and refuses what they do not: a value that
/// is damaged must not become one that was measured.
final class RunReader {
    private static final String FINDINGS = "railhead.findings/1";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /// No run takes so long.
    private static final double MOST_SECONDS = 366.0 * 24 * 3600;

    private RunReader() {}

    static Run run(String name, String text) throws StoreException {
        Part root = root(name, text, RunJson.SCHEMA);
        try {
            return Run.of(
                            root.text("run"),
                            root.text("kind"),
                            root.text("title"),
                            root.text("cluster"),
                            instant(root),
                            Duration.ofMillis((long) (took(root) * 1000)),
                            root.text("version"))
                    .withMeasurements(root.must("measurements", RunReader::measurement))
                    .withFindings(
                            root.each("findings", RunReader::finding),
                            root.each("notChecked", RunReader::notChecked))
                    .withChanges(root.each("changes", RunReader::change))
                    .withFailures(root.each("failures", RunReader::failed))
                    .withNotes(root.each("notes", Part::word))
                    .withAttributes(root.map("attributes"));
        } catch (IllegalArgumentException e) {
            throw new StoreException(name + ": " + e.getMessage(), e);
        }
    }

    static List<Finding> findings(String name, String text) throws StoreException {
        Part root = root(name, text, FINDINGS);
        try {
            return root.must("findings", RunReader::finding);
        } catch (IllegalArgumentException e) {
            throw new StoreException(name + ": " + e.getMessage(), e);
        }
    }

    static String schemaOf(String text) {
        try {
            return JSON.readTree(text).path("schema").asString("");
        } catch (JacksonException e) {
            return "";
        }
    }

    private static Part root(String name, String text, String wanted) throws StoreException {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (JacksonException e) {
            throw new StoreException(name + ": not JSON: " + words(e) + at(e), e);
        }
        String schema = root.path("schema").asString("");
        if (!schema.equals(wanted)) {
            throw new StoreException(
                    name
                            + ": "
                            + (schema.isEmpty() ? "no «schema»" : "schema «" + schema + "»")
                            + ", wanted "
                            + wanted);
        }
        return new Part(root, "");
    }

    /// The reader's advice names switches of its own that no user has.
    private static String words(JacksonException e) {
        return e.getOriginalMessage().replaceFirst("(?s)[:;,(]? *(to allow|enable) .*", "").strip();
    }

    private static String at(JacksonException e) {
        return e.getLocation() == null
                ? ""
                : " (line %d, column %d)"
                        .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    }

    private static double took(Part root) {
        return root.number("tookSeconds", 0, MOST_SECONDS).orElse(0);
    }

    private static Instant instant(Part root) {
        String text = root.text("startedAt");
        try {
            return text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
        } catch (DateTimeException e) {
            throw root.wrong("startedAt", "a time such as 2026-11-28T14:30:05Z");
        }
    }

    private static Measurement measurement(Part m) {
        String metric = m.required("metric");
        String unit = m.required("unit");
        Set<String> units = MetricUnits.of(metric);
        if (!units.contains(unit)) {
            throw m.wrong("unit", MetricUnits.words(units) + " for " + metric);
        }
        double most = MetricUnits.most(unit);
        double value =
                m.number("value", 0, most).orElseThrow(() -> m.wrong("value", Part.range(0, most)));
        return new Measurement(
                metric,
                value,
                unit,
                m.word(Statistic.class, "statistic"),
                new Conditions(m.map("conditions")),
                m.object("source").map(RunReader::source).orElse(new Source("", 0, 0)),
                m.object("expectation").map(RunReader::expectation));
    }

    private static Source source(Part s) {
        return new Source(s.text("document"), s.line("firstLine"), s.line("lastLine"));
    }

    private static Expectation expectation(Part e) {
        return new Expectation(
                bound(e, "low").orElse(Double.NEGATIVE_INFINITY),
                bound(e, "typical").orElse(Double.NaN),
                bound(e, "high").orElse(Double.POSITIVE_INFINITY),
                e.text("why"));
    }

    private static OptionalDouble bound(Part e, String field) {
        return e.number(field, -MetricUnits.MOST, MetricUnits.MOST);
    }

    private static Finding finding(Part f) {
        return new Finding(
                f.required("code"),
                f.word(Severity.class, "severity"),
                f.text("subject"),
                f.required("summary"),
                f.text("cause"),
                f.text("fix"),
                f.each("evidence", RunReader::evidence),
                new HashSet<>(f.each("explains", Part::word)),
                doubt(f));
    }

    private static Evidence evidence(Part e) {
        return new Evidence(e.text("document"), e.line("line"), e.text("text"));
    }

    /// Documents of before have none.
    private static Doubt doubt(Part f) {
        if (f.text("certainty").isEmpty()) return Doubt.NONE;
        return new Doubt(
                f.word(Doubt.Certainty.class, "certainty"),
                f.text("decide"),
                f.each(
                        "alternatives",
                        a -> new Doubt.Alternative(a.required("code"), a.text("decide"))));
    }

    private static NotChecked notChecked(Part n) {
        return new NotChecked(n.text("check"), n.text("subject"), n.text("why"));
    }

    private static Run.Failed failed(Part n) {
        return new Run.Failed(n.text("subject"), n.text("step"), n.text("why"));
    }

    private static Change change(Part c) {
        return new Change(
                c.required("device"),
                c.required("resource"),
                c.text("before"),
                c.text("after"),
                c.word(Risk.class, "risk"),
                c.text("why"),
                Set.of(),
                List.of());
    }
}
