package io.railhead.switches;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The configuration of a switch as its command line would keep it: enough of NX-OS, EOS, NVUE and
/// SONiC to enter lines and print the result. Emulated; no switch is behind it.
interface EmulatedConfig {
    void enter(List<String> lines);

    String print();

    /// Lines under headings. A line replaces one of the same section that begins with the same
    /// single-valued words.
    final class Sectioned implements EmulatedConfig {
        private final String indent;
        private final List<String> single;
        private final Node root = new Node("");

        Sectioned(String indent, List<String> single, String text) {
            this.indent = indent;
            this.single = single;
            enter(text.lines().toList());
        }

        @Override
        public void enter(List<String> lines) {
            List<Node> path = new ArrayList<>(List.of(root));
            for (String raw : lines) {
                if (raw.isBlank() || raw.startsWith("!")) continue;
                int depth = (raw.length() - raw.stripLeading().length()) / indent.length();
                String line = raw.strip();
                while (path.size() > depth + 1) path.removeLast();
                Node parent = path.getLast();
                boolean reset = line.startsWith("default ");
                if (reset || line.startsWith("no ") && !single.contains(line)) {
                    String gone = reset ? "no " + line.substring(8) : line.substring(3);
                    boolean was = parent.children.removeIf(n -> n.line.equals(gone));
                    if (!was) throw new IllegalArgumentException("no such line: " + raw);
                    continue;
                }
                path.add(parent.child(line, single));
            }
        }

        @Override
        public String print() {
            StringBuilder out = new StringBuilder("! emulated\n");
            root.children.stream()
                    .sorted(Comparator.comparing(n -> n.line))
                    .forEach(n -> n.print(out, 0, indent));
            return out.toString();
        }

        private static final class Node {
            private final String line;
            private final List<Node> children = new ArrayList<>();

            Node(String line) {
                this.line = line;
            }

            Node child(String wanted, List<String> single) {
                for (Node one : children) {
                    if (one.line.equals(wanted)) return one;
                }
                single.stream()
                        .filter(s -> wanted.equals(s) || wanted.startsWith(s + " "))
                        .max(Comparator.comparing(String::length))
                        .ifPresent(
                                s ->
                                        children.removeIf(
                                                n ->
                                                        n.line.equals(s)
                                                                || n.line.startsWith(s + " ")));
                Node made = new Node(wanted);
                children.add(made);
                return made;
            }

            void print(StringBuilder out, int depth, String indent) {
                out.append(indent.repeat(depth)).append(line).append('\n');
                children.stream()
                        .sorted(Comparator.comparing(n -> n.line))
                        .forEach(n -> n.print(out, depth + 1, indent));
            }
        }
    }

    /// `nv set` and `nv unset`.
    final class Nv implements EmulatedConfig {
        private final Map<String, String> values = new TreeMap<>();

        Nv(String text) {
            enter(text.lines().toList());
        }

        @Override
        public void enter(List<String> lines) {
            for (String line : lines) {
                if (line.startsWith("nv set ")) {
                    String path = line.substring(7);
                    boolean list = path.contains("switch-priority") && path.startsWith("qos pfc");
                    boolean bare = path.endsWith("pfc-watchdog");
                    int cut = path.lastIndexOf(' ');
                    values.put(list || bare ? path : path.substring(0, cut), line);
                } else if (line.startsWith("nv unset ")) {
                    String path = line.substring(9);
                    boolean was =
                            values.entrySet().removeIf(e -> e.getValue().equals("nv set " + path));
                    if (!was) throw new IllegalArgumentException("not set: " + line);
                }
            }
        }

        @Override
        public String print() {
            return String.join("\n", values.values()) + "\n";
        }
    }

    /// JSON patches (RFC 6902): `add`, `replace` and `remove`, as strict as SONiC is.
    final class Json implements EmulatedConfig {
        private static final JsonMapper JSON = JsonMapper.shared();
        private final ObjectNode root;

        Json(String text) {
            root = (ObjectNode) JSON.readTree(text);
        }

        @Override
        public void enter(List<String> lines) {
            if (lines.isEmpty()) return;
            for (JsonNode operation : JSON.readTree(String.join("\n", lines))) {
                String[] path = operation.path("path").asString().substring(1).split("/");
                JsonNode parent = root;
                for (int i = 0; i + 1 < path.length; i++) {
                    parent = parent.path(name(path[i]));
                }
                if (!(parent instanceof ObjectNode into)) {
                    throw new IllegalArgumentException("no parent: " + operation);
                }
                String last = name(path[path.length - 1]);
                boolean there = into.has(last);
                switch (operation.path("op").asString()) {
                    case "add" -> {
                        if (there) throw new IllegalArgumentException("there: " + operation);
                        into.set(last, operation.get("value"));
                    }
                    case "replace" -> {
                        if (!there) throw new IllegalArgumentException("absent: " + operation);
                        into.set(last, operation.get("value"));
                    }
                    default -> {
                        if (!there) throw new IllegalArgumentException("absent: " + operation);
                        into.remove(last);
                        if (parent.isEmpty() && path.length == 2) {
                            throw new IllegalArgumentException("empty table: " + operation);
                        }
                    }
                }
            }
        }

        @Override
        public String print() {
            return JSON.writerWithDefaultPrettyPrinter()
                    .writeValueAsString(JSON.treeToValue(root, LinkedHashMap.class));
        }

        private static String name(String token) {
            return token.replace("~1", "/").replace("~0", "~");
        }
    }
}
