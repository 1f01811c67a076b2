package io.railhead.evidence.switching;

import io.railhead.evidence.Lines;
import io.railhead.model.Banners;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A running configuration as NX-OS and EOS print it: statements, and below some of them, further
/// indented, others.
public final class ConfigTree {
    /// What a configuration's line begins with: a word in lower case, `!` for remarks.
    private static final Pattern STATEMENT = Pattern.compile("[a-z!][\\w:-]*(?: .*)?|\\s+\\S.*");

    /// A statement.
    ///
    /// @param text without indentation
    public record Node(String text, Lines.Line line, List<Node> below) {

        /// Statements below that begin so.
        public Stream<Node> all(String prefix) {
            return below.stream().filter(n -> n.text.startsWith(prefix));
        }

        /// What stands after the prefix; the text when it does not begin so.
        public String after(String prefix) {
            return text.startsWith(prefix) ? text.substring(prefix.length()).strip() : text;
        }

        public boolean has(String statement) {
            return below.stream().anyMatch(n -> n.text.equals(statement));
        }
    }

    private ConfigTree() {}

    /// The statements at the margin. All lines that are statements count as known: what a
    /// configuration says of other things is no part of what is read here.
    public static Node of(Lines lines) {
        Node root = new Node("", lines.get(0), new ArrayList<>());
        Deque<Node> open = new ArrayDeque<>();
        Deque<Integer> indents = new ArrayDeque<>();
        open.push(root);
        indents.push(-1);
        Banners banners = new Banners();
        for (Lines.Line line : lines) {
            String s = line.text();
            if (banners.isText(s)) {
                if (line.isLeft()) line.ignore();
                continue;
            }
            if (!line.isLeft() || s.length() > 2000 || !STATEMENT.matcher(s).matches()) continue;
            line.ignore();
            if (s.startsWith("!") || s.isBlank()) continue;
            while (indents.size() > 1 && indents.peek() >= line.indent()) {
                indents.pop();
                open.pop();
            }
            Node node = new Node(line.stripped(), line, new ArrayList<>());
            Node above = open.peek();
            if (above != null) above.below.add(node);
            open.push(node);
            indents.push(line.indent());
        }
        return root;
    }
}
