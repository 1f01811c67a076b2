package io.railhead.intent;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/// Text to YAML nodes with their places.
///
/// A fault of syntax in one top-level section does not hide the others: the text is then cut at its
/// top-level keys and each section is read for itself, so that one run shows the faults of all.
/// Nesting is bounded, aliases are not copied, and no input makes it throw.
final class YamlText {
    /// `cluster.yaml` nests nine deep; the parser's recursion is safe far beyond this.
    private static final int DEEPEST = 60;

    private static final int LONGEST = 16 << 20;
    private static final int MOST_SECTIONS = 64;

    /// A hundred thousand hosts with eight rails each, one by one, are two million.
    private static final int MOST_EVENTS = 4_000_000;
    private static final Pattern SECTION = Pattern.compile("[\"']?[A-Za-z][^\\s:#]{0,60}:(\\s.*)?");

    private YamlText() {}

    /// @param root the top-level mapping, absent when there is none to go on with
    /// @param broken top-level keys whose content could not be read
    record Composed(Optional<MappingNode> root, Set<String> broken) {}

    static Composed compose(String text, Problems problems) {
        if (text.length() > LONGEST) {
            problems.error(
                    new Spot(0, 0, ""),
                    "the file is larger than " + (LONGEST >> 20) + " MiB",
                    "this is not a cluster.yaml; name the right file");
            return new Composed(Optional.empty(), Set.of());
        }
        String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
        Problems trial = new Problems(problems.file());
        Optional<Node> node = node(body, trial);
        if (!trial.anyError()) {
            return new Composed(root(node, problems), Set.of());
        }
        Composed sections = sections(body, problems);
        if (sections.root.isEmpty() && !problems.anyError()) {
            node(body, problems);
        }
        return sections;
    }

    private static Optional<MappingNode> root(Optional<Node> node, Problems problems) {
        if (node.isEmpty() || node.get().getTag().equals(Tag.NULL)) {
            problems.error(
                    new Spot(1, 1, ""),
                    "the file is empty",
                    "begin with cluster: NAME, or let railhead init write one");
            return Optional.empty();
        }
        if (node.get() instanceof MappingNode mapping) {
            return Optional.of(mapping);
        }
        problems.error(
                spot(node.get().getStartMark(), ""),
                "the file is not a mapping of keys",
                "begin with cluster: NAME and hosts:");
        return Optional.empty();
    }

    /// Reads every top-level section for itself, each at its own line numbers.
    private static Composed sections(String text, Problems problems) {
        String[] lines = text.split("\n", -1);
        long cuts =
                List.of(lines).stream()
                        .filter(l -> SECTION.matcher(l.stripTrailing()).matches())
                        .count();
        if (cuts > MOST_SECTIONS) {
            return new Composed(Optional.empty(), Set.of());
        }
        List<NodeTuple> tuples = new ArrayList<>();
        Set<String> broken = new LinkedHashSet<>();
        int begin = 0;
        Optional<Mark> start = Optional.empty();
        while (begin < lines.length) {
            int end = begin + 1;
            while (end < lines.length && !SECTION.matcher(lines[end].stripTrailing()).matches()) {
                end++;
            }
            Problems here = new Problems(problems.file());
            String section =
                    "\n".repeat(begin)
                            + String.join("\n", List.of(lines).subList(begin, end))
                            + "\n";
            Optional<Node> node = node(section, here);
            if (here.anyError()) {
                boolean onlyAlias =
                        here.all().stream().allMatch(p -> p.message().contains("undefined alias"));
                broken.add(lines[begin].split(":", 2)[0].replaceAll("[\"']", "").strip());
                if (!onlyAlias) {
                    for (Problem p : here.all()) {
                        problems.error(new Spot(p.line(), p.column(), ""), p.message(), p.remedy());
                    }
                }
            } else if (node.isPresent() && node.get() instanceof MappingNode mapping) {
                tuples.addAll(mapping.getValue());
                start = start.isPresent() ? start : mapping.getStartMark();
            }
            begin = end;
        }
        if (!problems.anyError()) {
            return new Composed(Optional.empty(), broken);
        }
        return new Composed(
                Optional.of(
                        new MappingNode(
                                Tag.MAP, true, tuples, FlowStyle.BLOCK, start, Optional.empty())),
                broken);
    }

    private static Optional<Node> node(String text, Problems problems) {
        LoadSettings settings =
                LoadSettings.builder()
                        .setLabel(problems.file())
                        .setSchema(new NoMerging())
                        .setAllowDuplicateKeys(true)
                        .setAllowNonScalarKeys(true)
                        .setMaxAliasesForCollections(Integer.MAX_VALUE)
                        .setCodePointLimit(Integer.MAX_VALUE)
                        // With a buffer smaller than a scalar the scanner is quadratic in it.
                        .setBufferSize(text.length() + 16)
                        .build();
        try {
            Parser parser = new ParserImpl(settings, new StreamReader(settings, text));
            return new Composer(settings, new Bounded(parser)).getSingleNode();
        } catch (TooDeep e) {
            problems.error(
                    spot(e.mark, ""),
                    "values are nested more than " + DEEPEST + " deep",
                    "remove the nesting; a cluster.yaml needs nine levels at most");
        } catch (Half e) {
            problems.error(
                    spot(e.mark, ""),
                    "the value holds half of a character (\\uD800 to \\uDFFF by itself)",
                    "write the character itself, or \\U and its eight digits");
        } catch (MarkedYamlEngineException e) {
            syntax(text, e, problems);
        } catch (YamlEngineException | IllegalArgumentException | IndexOutOfBoundsException e) {
            problems.error(
                    firstOdd(text),
                    "this is not YAML: " + firstLine(String.valueOf(e.getMessage())),
                    "save the file as plain UTF-8 text");
        }
        return Optional.empty();
    }

    private static void syntax(String text, MarkedYamlEngineException e, Problems problems) {
        Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
        Spot at = spot(mark, "");
        String line = text.lines().skip(Math.max(0, at.line() - 1)).findFirst().orElse("");
        String message = firstLine(String.valueOf(e.getProblem()));
        if (message.contains("(TAB)")) {
            problems.error(
                    at,
                    "this is not YAML: a tab stands where only blanks may",
                    "indent with blanks");
            return;
        }
        String context = firstLine(e.getContext() == null ? "" : e.getContext());
        problems.error(
                at,
                "this is not YAML: " + message + (context.isEmpty() ? "" : " (" + context + ")"),
                remedy(line, message.toLowerCase(Locale.ROOT)));
    }

    private static final Pattern BRACE_IN_FLOW =
            Pattern.compile("[{\\[].*:\\s*[^\\s\"'{\\[,][^\"',]*[{\\[]");

    private static String remedy(String line, String message) {
        if (BRACE_IN_FLOW.matcher(line).find()) {
            return "between { } put a template or range in quotes, as in"
                    + " {address: \"10.2.0.{n}\"}, or write one key a line";
        }
        if (message.contains("mapping values are not allowed")) {
            return "put a value with a colon in quotes, and check that the line above is complete";
        }
        if (message.contains("undefined alias")) {
            return "define the anchor with & before it is used with *";
        }
        if (message.contains("expected the node content") || message.contains("cannot start")) {
            return "put the value in quotes";
        }
        if (message.contains("another document")) {
            return "keep one document in the file; remove the line ---";
        }
        return "check the indentation, and that quotes and brackets are closed";
    }

    private static Spot firstOdd(String text) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            if (!StreamReader.isPrintable(c)) {
                return new Spot(line, column, "");
            }
            column++;
            if (c == '\n') {
                line++;
                column = 1;
            }
        }
        return new Spot(0, 0, "");
    }

    private static String firstLine(String text) {
        return Ranges.shortened(text.lines().findFirst().orElse(""));
    }

    /// The core schema of YAML 1.2 without the merge key, which is none of it and would copy.
    private static final class NoMerging extends CoreSchema {
        @Override
        public ScalarResolver getScalarResolver() {
            ScalarResolver core = super.getScalarResolver();
            return (value, implicit) ->
                    value.equals("<<") ? Tag.STR : core.resolve(value, implicit);
        }
    }

    static Spot spot(Optional<Mark> mark, String field) {
        return new Spot(
                mark.map(m -> m.getLine() + 1).orElse(0),
                mark.map(m -> m.getColumn() + 1).orElse(0),
                field);
    }

    static String text(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    /// Whether half of a surrogate pair stands in a text by itself: no UTF-8 can say it, and it
    /// would be a question mark on the machine.
    private static boolean isHalf(String text) {
        return text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    }

    private static final class Half extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Optional<Mark> mark;

        Half(Optional<Mark> mark) {
            super("half of a character", null, false, false);
            this.mark = mark;
        }
    }

    private static final class TooDeep extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Optional<Mark> mark;

        TooDeep(Optional<Mark> mark) {
            super("too deep", null, false, false);
            this.mark = mark;
        }
    }

    /// Counts the depth before the composer's recursion meets it.
    private static final class Bounded implements Parser {
        private final Parser inner;
        private int depth;
        private int events;

        Bounded(Parser inner) {
            this.inner = inner;
        }

        @Override
        public boolean checkEvent(Event.ID choice) {
            return inner.checkEvent(choice);
        }

        @Override
        public Event peekEvent() {
            return inner.peekEvent();
        }

        @Override
        public boolean hasNext() {
            return inner.hasNext();
        }

        @Override
        public Event next() {
            Event event = inner.next();
            if (++events > MOST_EVENTS) {
                throw new Decoding.TooLarge();
            }
            if (event instanceof ScalarEvent scalar && isHalf(scalar.getValue())) {
                throw new Half(event.getStartMark());
            }
            switch (event.getEventId()) {
                case MappingStart, SequenceStart -> {
                    if (++depth > DEEPEST) {
                        throw new TooDeep(event.getStartMark());
                    }
                }
                case MappingEnd, SequenceEnd -> depth--;
                case Alias,
                        Comment,
                        DocumentEnd,
                        DocumentStart,
                        Scalar,
                        StreamEnd,
                        StreamStart -> {}
            }
            return event;
        }
    }
}
