package io.railhead.evidence.nvue;

import io.railhead.evidence.Json;
import io.railhead.evidence.JsonNames;
import io.railhead.evidence.Lines;
import io.railhead.model.Source;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What `nv show … -o json` prints, as the tree and the tables that the same command prints without
/// it: plain members are settings, an object of objects by number or name is a table.
final class NvueJson {
    private static final int DEEPEST = 20;

    /// Titles that the text output has over what JSON names shortly.
    private static final Map<String, String> TITLES =
            Map.of(
                    "prio-map", "RoCE PCP/DSCP->SP mapping configurations",
                    "tc-map", "RoCE SP->TC mapping and ETS configurations",
                    "pool-map", "RoCE Pool Status");

    private NvueJson() {}

    static boolean is(Lines lines) {
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.isBlank()) continue;
            String text = line.text();
            if (text.startsWith("{") || text.startsWith("[")) return true;
            if (NvueTree.heads(text)) return false;
        }
        return false;
    }

    /// The settings of `nv config show -o json`: every member by its path, and every path in full
    /// as well, so that a bare name is a setting, too.
    static void settings(Lines lines, Map<String, Stated<String>> into) {
        Json.Found found = Json.elements(lines, NvueShape.SHAPE);
        for (Json.Located element : found.values()) {
            JsonNames names = new JsonNames(lines, element.source());
            walk(element.node(), List.of(), names, into);
        }
        found.problem().ifPresent(lines::unavailable);
    }

    private static void walk(
            JsonNode node, List<String> path, JsonNames names, Map<String, Stated<String>> into) {
        if (!node.isObject() || path.size() > DEEPEST) return;
        node.properties()
                .forEach(
                        e -> {
                            List<String> at = joined(path, e.getKey());
                            JsonNode value = e.getValue();
                            if (value.isNull()) return;
                            String[] line = at.toArray(String[]::new);
                            String words = value.isContainer() ? "" : value.asString("");
                            into.putIfAbsent(
                                    String.join("/", at).replaceFirst("^set/", ""),
                                    new Stated<>(words, names.text(line), names.of(line)));
                            walk(value, at, names, into);
                        });
    }

    private static List<String> joined(List<String> path, String last) {
        return Stream.concat(path.stream(), Stream.of(last)).toList();
    }

    static NvueTree tree(Lines lines) {
        NvueTree tree = NvueTree.empty();
        Json.Found found = Json.elements(lines, NvueShape.SHAPE);
        for (Json.Located element : found.values()) {
            branch(element.node(), List.of(), new JsonNames(lines, element.source()), tree);
        }
        found.problem().ifPresent(lines::unavailable);
        return tree;
    }

    private static void branch(JsonNode node, List<String> path, JsonNames names, NvueTree into) {
        if (!node.isObject() || path.size() > DEEPEST) return;
        if (isTable(node, path)) {
            into.tables().add(table(node, path, names));
            return;
        }
        node.properties()
                .forEach(
                        e -> {
                            List<String> at = joined(path, e.getKey());
                            JsonNode value = e.getValue();
                            Optional<String> word = word(value);
                            if (word.isEmpty()) {
                                if (value.isObject() && value.isEmpty()) {
                                    String[] line = at.toArray(String[]::new);
                                    into.unset().put(String.join("/", at), names.of(line));
                                }
                                branch(value, at, names, into);
                                return;
                            }
                            String[] line = at.toArray(String[]::new);
                            String words = word.get();
                            into.settings()
                                    .putIfAbsent(
                                            String.join("/", at),
                                            new Stated<>(words, words, names.of(line)));
                        });
    }

    /// A plain value, or the names of members that hold nothing: `"state": {"up": {}}`.
    private static Optional<String> word(JsonNode value) {
        if (value.isNull()) return Optional.empty();
        if (!value.isContainer()) return Optional.of(value.asString(""));
        if (!value.isObject() || value.isEmpty()) return Optional.empty();
        return value.properties().stream()
                        .allMatch(e -> e.getValue().isObject() && e.getValue().isEmpty())
                ? Optional.of(String.join(",", value.propertyNames()))
                : Optional.empty();
    }

    /// Members that are objects all, by number, or under a name that stands for a table.
    private static boolean isTable(JsonNode node, List<String> path) {
        if (node.isEmpty() || node.properties().stream().anyMatch(e -> !e.getValue().isObject()))
            return false;
        return path.isEmpty()
                ? node.properties().stream().allMatch(e -> isPort(e.getKey()))
                : TITLES.containsKey(path.getLast())
                        || path.getLast().equals("port-stats")
                        || node.properties().stream().allMatch(e -> isNumber(e.getKey()));
    }

    private static boolean isPort(String key) {
        return key.matches("(?:swp|eth|bond|lo|vlan|br|mgmt|peerlink)[\\w.-]{0,40}");
    }

    private static boolean isNumber(String key) {
        return key.matches("\\d{1,3}(?:[,-]\\d{1,3}){0,64}");
    }

    private static NvueTree.Table table(JsonNode node, List<String> path, JsonNames names) {
        List<NvueTree.Row> rows = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>();
        String key = key(node, path);
        columns.add(key);
        node.properties()
                .forEach(
                        e -> {
                            Map<String, String> cells = new LinkedHashMap<>();
                            cells.put(key, e.getKey());
                            cells(e.getValue(), "", cells);
                            columns.addAll(cells.keySet());
                            Source source =
                                    names.of(joined(path, e.getKey()).toArray(String[]::new));
                            rows.add(new NvueTree.Row(cells, source));
                        });
        String title = path.isEmpty() ? "" : TITLES.getOrDefault(path.getLast(), path.getLast());
        return new NvueTree.Table(title, columns, rows, () -> {});
    }

    /// Members of a row; those of `link` are the row's own.
    private static void cells(JsonNode row, String of, Map<String, String> cells) {
        row.properties()
                .forEach(
                        e -> {
                            String name = NvueTree.plain(e.getKey());
                            JsonNode value = e.getValue();
                            Optional<String> word = word(value);
                            if (word.isPresent()) {
                                cells.putIfAbsent(name, word.get());
                            } else if (name.equals("link") && of.isEmpty()) {
                                cells(value, name, cells);
                            }
                        });
    }

    /// What the rows are counted by: tables of counters do not say it themselves.
    private static String key(JsonNode node, List<String> path) {
        if (path.isEmpty()) return "interface";
        JsonNode first = node.properties().iterator().next().getValue();
        return switch (path.getLast()) {
            case "pool-map", "prio-map", "tc-map" -> "";
            case "port-stats" -> "counter";
            default ->
                    first.has("rx-pause-frames")
                            ? "switch-priority"
                            : first.has("rx-frames")
                                    ? "priority-group"
                                    : first.has("tx-frames") ? "traffic-class" : path.getLast();
        };
    }
}
