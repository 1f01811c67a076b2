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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A run as a `railhead.run/1` document, for others to read, and back. An absent bound of an
/// expectation is `null`. Readers ignore what they do not know.
public final class RunJson {
    public static final String SCHEMA = "railhead.run/1";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private RunJson() {}

    /// The document as maps, lists, strings, numbers and booleans, in the order to be written.
    public static Map<String, Object> document(Run run) {
        Map<String, Object> d = new LinkedHashMap<>();
        d.put("schema", SCHEMA);
        d.put("run", run.id());
        d.put("kind", run.kind());
        d.put("title", run.title());
        d.put("cluster", run.cluster());
        d.put("startedAt", run.startedAt().toString());
        d.put("tookSeconds", run.took().toMillis() / 1e3);
        d.put("version", run.version());
        d.put("attributes", run.attributes());
        d.put("measurements", run.measurements().stream().map(RunJson::measurement).toList());
        d.put("failures", run.failures());
        d.put("notes", run.notes());
        List<Map<String, Object>> findings = new ArrayList<>();
        for (Finding f : run.findings()) {
            findings.add(finding(findings.size() + 1, f));
        }
        d.put("findings", findings);
        d.put("notChecked", run.notChecked());
        d.put("changes", run.changes().stream().map(RunJson::change).toList());
        return d;
    }

    /// One measurement as in a `railhead.run/1` document.
    public static Map<String, Object> measurement(Measurement m) {
        Map<String, Object> d = new LinkedHashMap<>();
        d.put("metric", m.metric());
        d.put("value", finite(m.value()));
        d.put("unit", m.unit());
        d.put("statistic", m.statistic().word());
        d.put("conditions", m.conditions().values());
        d.put("expectation", m.expectation().map(RunJson::expectation).orElse(null));
        d.put("verdict", m.verdict().word());
        d.put("source", m.source());
        return d;
    }

    private static Map<String, @Nullable Object> expectation(Expectation e) {
        Map<String, @Nullable Object> d = new LinkedHashMap<>();
        d.put("low", finite(e.low()));
        d.put("typical", finite(e.typical()));
        d.put("high", finite(e.high()));
        d.put("why", e.why());
        return d;
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static Map<String, Object> finding(int rank, Finding f) {
        Map<String, Object> d = new LinkedHashMap<>();
        d.put("rank", rank);
        d.put("code", f.code());
        d.put("severity", f.severity().word());
        d.put("subject", f.subject());
        d.put("summary", f.summary());
        d.put("cause", f.cause());
        d.put("fix", f.fix());
        d.put("evidence", f.evidence());
        d.put("explains", f.explains().stream().sorted().toList());
        d.put("certainty", f.doubt().certainty().word());
        d.put("decide", f.doubt().decide());
        d.put("alternatives", f.doubt().alternatives());
        return d;
    }

    private static Map<String, Object> change(Change c) {
        Map<String, Object> d = new LinkedHashMap<>();
        d.put("device", c.device());
        d.put("resource", c.resource());
        d.put("before", c.before());
        d.put("after", c.after());
        d.put("risk", c.risk().word());
        d.put("why", c.why());
        return d;
    }

    /// Reads a document.
    ///
    /// @param name of the file, for messages
    public static Run read(String name, String text) throws StoreException {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (JacksonException e) {
            throw new StoreException(name + ": not JSON: " + e.getOriginalMessage() + at(e), e);
        }
        String schema = text(root, "schema");
        if (!schema.equals(SCHEMA)) {
            throw new StoreException(
                    name
                            + ": "
                            + (schema.isEmpty() ? "no «schema»" : "schema «" + schema + "»")
                            + ", wanted "
                            + SCHEMA);
        }
        try {
            return Run.of(
                            text(root, "run"),
                            text(root, "kind"),
                            text(root, "title"),
                            text(root, "cluster"),
                            instant(text(root, "startedAt")),
                            Duration.ofMillis((long) (number(root, "tookSeconds", 0) * 1000)),
                            text(root, "version"))
                    .withMeasurements(each(root, "measurements", RunJson::readMeasurement))
                    .withFindings(
                            readFindings(root), each(root, "notChecked", RunJson::readNotChecked))
                    .withChanges(each(root, "changes", RunJson::readChange))
                    .withFailures(each(root, "failures", RunJson::readFailed))
                    .withNotes(each(root, "notes", JsonNode::asString))
                    .withAttributes(map(root.path("attributes")));
        } catch (IllegalArgumentException e) {
            throw new StoreException(name + ": " + e.getMessage(), e);
        }
    }

    /// The findings of a `railhead.findings/1` or `railhead.run/1` document.
    public static List<Finding> readFindings(String name, String text) throws StoreException {
        try {
            JsonNode root = JSON.readTree(text);
            if (!root.path("findings").isArray()) {
                throw new StoreException(
                        name + ": no list «findings»: it is not what «check --format json» writes");
            }
            return readFindings(root);
        } catch (JacksonException e) {
            throw new StoreException(name + ": not JSON: " + e.getOriginalMessage() + at(e), e);
        } catch (IllegalArgumentException e) {
            throw new StoreException(name + ": " + e.getMessage(), e);
        }
    }

    /// The `schema` of a JSON document; empty when it has none or is no JSON.
    public static String schemaOf(String text) {
        try {
            return text(JSON.readTree(text), "schema");
        } catch (JacksonException e) {
            return "";
        }
    }

    private static String at(JacksonException e) {
        return e.getLocation() == null
                ? ""
                : " (line %d, column %d)"
                        .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    }

    private static List<Finding> readFindings(JsonNode root) {
        return each(
                root,
                "findings",
                f ->
                        new Finding(
                                text(f, "code"),
                                word(Severity.class, text(f, "severity"), "severity"),
                                text(f, "subject"),
                                text(f, "summary"),
                                text(f, "cause"),
                                text(f, "fix"),
                                each(
                                        f,
                                        "evidence",
                                        e ->
                                                new Evidence(
                                                        text(e, "document"),
                                                        (int) number(e, "line", 0),
                                                        text(e, "text"))),
                                new HashSet<>(each(f, "explains", JsonNode::asString)),
                                doubt(f)));
    }

    /// Documents of before have none.
    private static Doubt doubt(JsonNode f) {
        String certainty = text(f, "certainty");
        if (certainty.isEmpty()) return Doubt.NONE;
        return new Doubt(
                word(Doubt.Certainty.class, certainty, "certainty"),
                text(f, "decide"),
                each(
                        f,
                        "alternatives",
                        a -> new Doubt.Alternative(text(a, "code"), text(a, "decide"))));
    }

    private static Measurement readMeasurement(JsonNode m) {
        JsonNode e = m.path("expectation");
        Optional<Expectation> expectation = Optional.empty();
        if (e.isObject()) {
            expectation =
                    Optional.of(
                            new Expectation(
                                    number(e, "low", Double.NEGATIVE_INFINITY),
                                    number(e, "typical", Double.NaN),
                                    number(e, "high", Double.POSITIVE_INFINITY),
                                    text(e, "why")));
        }
        JsonNode s = m.path("source");
        return new Measurement(
                text(m, "metric"),
                number(m, "value", Double.NaN),
                text(m, "unit"),
                word(Statistic.class, text(m, "statistic"), "statistic"),
                new Conditions(map(m.path("conditions"))),
                new Source(
                        text(s, "document"),
                        (int) number(s, "firstLine", 0),
                        (int) number(s, "lastLine", 0)),
                expectation);
    }

    private static NotChecked readNotChecked(JsonNode n) {
        return new NotChecked(text(n, "check"), text(n, "subject"), text(n, "why"));
    }

    private static Run.Failed readFailed(JsonNode n) {
        return new Run.Failed(text(n, "subject"), text(n, "step"), text(n, "why"));
    }

    private static Change readChange(JsonNode c) {
        return new Change(
                text(c, "device"),
                text(c, "resource"),
                text(c, "before"),
                text(c, "after"),
                word(Risk.class, text(c, "risk"), "risk"),
                text(c, "why"),
                java.util.Set.of(),
                List.of());
    }

    private static Instant instant(String text) {
        try {
            return text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("startedAt: «" + text + "» is no time", e);
        }
    }

    private static <E extends Enum<E>> E word(Class<E> type, String word, String field) {
        String name = word.toUpperCase(Locale.ROOT).replace('-', '_');
        for (E value : type.getEnumConstants()) {
            if (value.name().equals(name)) {
                return value;
            }
        }
        throw new IllegalArgumentException(
                "%s: «%s» is none of %s"
                        .formatted(
                                field,
                                word,
                                String.join(
                                                ", ",
                                                java.util.Arrays.stream(type.getEnumConstants())
                                                        .map(Enum::name)
                                                        .toList())
                                        .toLowerCase(Locale.ROOT)));
    }

    private static <T> List<T> each(JsonNode node, String field, Function<JsonNode, T> reader) {
        List<T> all = new ArrayList<>();
        for (JsonNode item : node.path(field)) {
            all.add(reader.apply(item));
        }
        return all;
    }

    private static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isValueNode() && !value.isNull() ? value.asString() : "";
    }

    private static double number(JsonNode node, String field, double otherwise) {
        JsonNode value = node.path(field);
        return value.isNumber() ? value.doubleValue() : otherwise;
    }

    private static TreeMap<String, String> map(JsonNode node) {
        TreeMap<String, String> all = new TreeMap<>();
        node.propertyStream().forEach(p -> all.put(p.getKey(), p.getValue().asString("")));
        return all;
    }
}
