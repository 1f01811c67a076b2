package io.railhead.store;

import io.railhead.model.Change;
import io.railhead.model.Expectation;
import io.railhead.model.Finding;
import io.railhead.model.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run as a `railhead.run/1` document, for others to read, and back. An absent bound of an
/// expectation is `null`. Readers ignore what they do not know.
public final class RunJson {
    public static final String SCHEMA = "railhead.run/1";

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
    /// @throws StoreException naming the file, the field and what is wanted there
    public static Run read(String name, String text) throws StoreException {
        return RunReader.run(name, text);
    }

    /// The findings of a `railhead.findings/1` document.
    ///
    /// @throws StoreException naming the file, the field and what is wanted there
    public static List<Finding> readFindings(String name, String text) throws StoreException {
        return RunReader.findings(name, text);
    }

    /// The `schema` of a JSON document; empty when it has none or is no JSON.
    public static String schemaOf(String text) {
        return RunReader.schemaOf(text);
    }
}
