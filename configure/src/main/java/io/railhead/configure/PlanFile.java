package io.railhead.configure;

import io.railhead.model.Change;
import io.railhead.model.Risk;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A plan as JSON, `railhead.plan/1`.
public final class PlanFile {
    public static final String SCHEMA = "railhead.plan/1";

    private PlanFile() {}

    /// What is not a plan, or not one that can be applied, and why.
    public static final class NotAPlan extends Exception {
        private static final long serialVersionUID = 1L;

        NotAPlan(String message) {
            super(message);
        }
    }

    /// The document, of maps, lists, strings and booleans.
    public static Map<String, Object> document(Plan plan) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schema", SCHEMA);
        root.put("version", plan.version());
        root.put("made", plan.made().toString());
        root.put("cluster", plan.cluster());
        root.put("intent", ordered("file", plan.intent(), "sha256", plan.intentSha256()));
        root.put("summary", summary(plan));
        root.put("hosts", plan.hosts());
        root.put("changes", plan.changes().stream().map(PlanFile::change).toList());
        root.put(
                "obstacles",
                plan.obstacles().stream()
                        .map(
                                o ->
                                        ordered(
                                                "device", o.device(),
                                                "resource", o.resource(),
                                                "why", o.why(),
                                                "remedy", o.remedy()))
                        .toList());
        root.put("unreachable", plan.unreachable());
        root.put("interrupted", plan.interrupted());
        root.put("unfinished", plan.unfinished().stream().map(PlanFile::unfinished).toList());
        return root;
    }

    private static Map<String, Object> unfinished(Unfinished run) {
        Map<String, Object> map =
                ordered(
                        "device", run.device(),
                        "run", run.run(),
                        "stands", run.stands().word(),
                        "by", run.who(),
                        "words", run.words());
        run.secondsLeft().ifPresent(s -> map.put("secondsLeft", s));
        run.confirm().ifPresent(c -> map.put("confirm", c));
        run.rollBack().ifPresent(r -> map.put("rollBack", r));
        return map;
    }

    private static Map<String, Object> summary(Plan plan) {
        Map<String, Object> byRisk = new LinkedHashMap<>();
        for (Risk risk : Risk.values()) {
            byRisk.put(
                    risk.word(),
                    plan.changes().stream().filter(c -> c.change().risk() == risk).count());
        }
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("changes", plan.changes().size());
        summary.put("changedHosts", plan.changed().size());
        summary.put("byRisk", byRisk);
        summary.put(
                "drifted", plan.changes().stream().filter(c -> c.drifted().isPresent()).count());
        summary.put("guarded", plan.changes().stream().filter(PlannedChange::guarded).count());
        return summary;
    }

    private static Map<String, Object> change(PlannedChange planned) {
        Change c = planned.change();
        Map<String, Object> map =
                ordered(
                        "device", c.device(),
                        "resource", c.resource(),
                        "before", c.before(),
                        "after", c.after(),
                        "risk", c.risk().word(),
                        "why", c.why());
        map.put("guarded", planned.guarded());
        map.put("needs", c.needs().stream().sorted().toList());
        map.put("undo", c.undo());
        map.put("fingerprint", planned.fingerprint());
        map.put("target", planned.target());
        planned.drifted()
                .ifPresent(
                        a ->
                                map.put(
                                        "drifted",
                                        ordered("run", a.run(), "at", a.at(), "by", a.by())));
        return map;
    }

    private static Map<String, Object> ordered(String... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    /// Reads a plan back.
    public static Plan read(String text) throws NotAPlan {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(text);
        } catch (JacksonException | StackOverflowError e) {
            throw new NotAPlan("it is not JSON");
        }
        if (!root.isObject() || !SCHEMA.equals(text(root, "schema"))) {
            throw new NotAPlan(
                    "it is not a plan: \"schema\" is not "
                            + SCHEMA
                            + "; make one with"
                            + " `railhead plan -o FILE --format json`");
        }
        for (String key : List.of("hosts", "changes", "obstacles")) {
            if (!root.path(key).isArray()) {
                throw new NotAPlan("it has no list \"" + key + "\": make the plan again");
            }
        }
        for (String key : List.of("version", "cluster")) {
            if (text(root, key).isEmpty()) {
                throw new NotAPlan("it has no \"" + key + "\": make the plan again");
            }
        }
        List<PlannedChange> changes = new ArrayList<>();
        for (JsonNode node : root.path("changes")) {
            changes.add(change(node, changes.size()));
        }
        List<Obstacle> obstacles = new ArrayList<>();
        for (JsonNode node : root.path("obstacles")) {
            obstacles.add(
                    new Obstacle(
                            text(node, "device"),
                            text(node, "resource"),
                            text(node, "why"),
                            text(node, "remedy")));
        }
        Instant made;
        try {
            made = Instant.parse(text(root, "made"));
        } catch (DateTimeException e) {
            throw new NotAPlan("\"made\" is no time");
        }
        return new Plan(
                text(root, "version"),
                made,
                text(root, "cluster"),
                text(root.path("intent"), "file"),
                text(root.path("intent"), "sha256"),
                strings(root.path("hosts")),
                changes,
                obstacles,
                texts(root.path("unreachable")),
                Plan.map(Map.of()));
    }

    private static PlannedChange change(JsonNode node, int index) throws NotAPlan {
        for (String key : List.of("device", "resource", "fingerprint", "target")) {
            if (text(node, key).isEmpty()) {
                throw new NotAPlan("changes[" + index + "] has no \"" + key + "\"");
            }
        }
        return new PlannedChange(
                new Change(
                        text(node, "device"),
                        text(node, "resource"),
                        text(node, "before"),
                        text(node, "after"),
                        risk(text(node, "risk"), index),
                        text(node, "why"),
                        Set.copyOf(strings(node.path("needs"))),
                        strings(node.path("undo"))),
                node.path("guarded").asBoolean(false),
                text(node, "fingerprint"),
                text(node, "target"),
                Optional.of(node.path("drifted"))
                        .filter(JsonNode::isObject)
                        .map(d -> new Applied(text(d, "run"), text(d, "at"), text(d, "by"))));
    }

    private static Risk risk(String word, int index) throws NotAPlan {
        for (Risk r : Risk.values()) {
            if (r.word().equals(word)) {
                return r;
            }
        }
        throw new NotAPlan("changes[" + index + "] has an unknown risk \"" + word + "\"");
    }

    private static String text(JsonNode node, String key) {
        JsonNode value = node.path(key);
        return value.isString() ? value.stringValue() : "";
    }

    private static SequencedMap<String, String> texts(JsonNode node) {
        SequencedMap<String, String> all = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> e : node.properties()) {
            if (e.getValue().isString()) {
                all.put(e.getKey(), e.getValue().stringValue());
            }
        }
        return all;
    }

    private static List<String> strings(JsonNode node) {
        List<String> all = new ArrayList<>();
        for (JsonNode n : node) {
            if (n.isString()) {
                all.add(n.stringValue());
            }
        }
        return all;
    }
}
