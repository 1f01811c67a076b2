package io.railhead.twin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Lines under headings. A line replaces one of the same section that begins with the same
/// single-valued words.
public final class SectionedConfig implements ConfigText {
    private final String indent;
    private final List<String> single;
    private final Node root = new Node("");

    /// @param single beginnings of lines of which a section holds one
    public SectionedConfig(String indent, List<String> single, String text) {
        this.indent = indent;
        this.single = List.copyOf(single);
        enter(text.lines().toList());
    }

    @Override
    public SectionedConfig copy() {
        return new SectionedConfig(indent, single, print());
    }

    @Override
    public void enter(List<String> lines) {
        List<String> path = new ArrayList<>();
        for (String raw : lines) {
            if (raw.isBlank() || raw.startsWith("!")) {
                continue;
            }
            int depth = (raw.length() - raw.stripLeading().length()) / indent.length();
            while (path.size() > depth) {
                path.removeLast();
            }
            String line = raw.strip();
            if (enter(path, line)) {
                path.add(line);
            }
        }
    }

    /// Enters one line under its headings, which are made where they are not there.
    ///
    /// @return whether it may be the heading of others; false when something was taken away
    /// @throws IllegalArgumentException for `no` of a line that is not there
    public boolean enter(List<String> headings, String line) {
        Node parent = root;
        for (String heading : headings) {
            parent = parent.child(heading, single);
        }
        boolean reset = line.startsWith("default ");
        if (reset || (line.startsWith("no ") && !single.contains(line))) {
            String gone = reset ? "no " + line.substring(8) : line.substring(3);
            if (isGiven(gone)) {
                throw new IllegalArgumentException("cannot be removed: " + gone);
            }
            if (!parent.children.removeIf(n -> n.line.equals(gone))) {
                throw new IllegalArgumentException("no such line: " + line);
            }
            return false;
        }
        parent.child(line, single);
        return true;
    }

    /// Whether a line stands under its headings.
    public boolean has(List<String> headings, String line) {
        List<Node> nodes = root.children;
        for (String heading : headings) {
            nodes =
                    nodes.stream()
                            .filter(n -> n.line.equals(heading))
                            .findFirst()
                            .map(n -> n.children)
                            .orElse(List.of());
        }
        return nodes.stream().anyMatch(n -> n.line.equals(line));
    }

    /// Headings that are there whether anything is below them or not, so that nobody can take them
    /// away; empty they are not printed.
    private static boolean isGiven(String line) {
        return line.equals("system qos") || line.startsWith("interface ");
    }

    @Override
    public String print() {
        StringBuilder out = new StringBuilder();
        sorted(root.children).forEach(n -> n.print(out, 0, indent));
        return out.toString();
    }

    private static List<Node> sorted(List<Node> nodes) {
        return nodes.stream().sorted(Comparator.comparing(n -> n.line)).toList();
    }

    private static final class Node {
        private final String line;
        private final List<Node> children = new ArrayList<>();

        Node(String line) {
            this.line = line;
        }

        Node child(String wanted, List<String> single) {
            for (Node one : children) {
                if (one.line.equals(wanted)) {
                    return one;
                }
            }
            single.stream()
                    .filter(s -> wanted.equals(s) || wanted.startsWith(s + " "))
                    .max(Comparator.comparing(String::length))
                    .ifPresent(
                            s ->
                                    children.removeIf(
                                            n -> n.line.equals(s) || n.line.startsWith(s + " ")));
            Node made = new Node(wanted);
            children.add(made);
            return made;
        }

        void print(StringBuilder out, int depth, String indent) {
            if (depth == 0 && children.isEmpty() && isGiven(line)) {
                return;
            }
            out.append(indent.repeat(depth)).append(line).append('\n');
            sorted(children).forEach(n -> n.print(out, depth + 1, indent));
        }
    }
}
