package io.railhead.evidence;

import io.railhead.model.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON out of command output: noise before the first brace is skipped, known faults of tools
/// (unquoted names, trailing commas, `nan`) are let pass, and of a text that was cut everything
/// before the cut is kept.
public final class Json {

    private static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(200)
                                                    .build())
                                    .build())
                    .enable(JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .enable(JsonReadFeature.ALLOW_MISSING_VALUES)
                    .enable(JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS)
                    .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                    .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    /// How [Found#problem] begins: the text was cut, or is none of JSON.
    public static final String NOT_VALID = "not valid JSON";

    /// A value and the lines it stands in.
    public record Located(JsonNode node, Source source) {}

    /// @param values in the order of the text
    /// @param problem why reading stopped before the end, when it did
    public record Found(List<Located> values, Optional<String> problem) {
        public Found {
            values = List.copyOf(values);
        }
    }

    private Json() {}

    /// The elements of every array at the top level, and every object there; marks their lines as
    /// read. Lines of noise before, between and after stay as they are.
    ///
    /// @param shape what their members are; what is something else is told of, and `null` then
    public static Found elements(Lines lines, JsonShape shape) {
        Found found = new Scan(lines).run();
        found.values().forEach(v -> shape.judge(v.node(), v.source(), lines));
        return found;
    }

    private static final class Scan {
        /// How many openings that turn out to be no JSON are tried (`[  5] local …`).
        private static final int MAX_FALSE_STARTS = 50;

        private final Lines lines;
        private final char[] text;
        private final int[] offsets;
        private final List<Located> values = new ArrayList<>();

        Scan(Lines lines) {
            this.lines = lines;
            StringBuilder sb = new StringBuilder();
            offsets = new int[lines.size()];
            for (int i = 0; i < lines.size(); i++) {
                offsets[i] = sb.length();
                sb.append(lines.get(i).text()).append('\n');
            }
            text = sb.toString().toCharArray();
        }

        Found run() {
            Optional<String> problem = Optional.empty();
            int falseStarts = 0;
            int from = start(lines.firstNumber());
            while (from > 0 && falseStarts < MAX_FALSE_STARTS) {
                int before = values.size();
                int end = from;
                int offset = offsets[from - lines.firstNumber()];
                try (JsonParser p = MAPPER.createParser(text, offset, text.length - offset)) {
                    end = document(p, from);
                    problem = Optional.empty();
                } catch (JacksonException e) {
                    problem = Optional.of(plain(e, from));
                    // What is inside of a text that was cut is no text of its own.
                    if (values.size() > before || e instanceof UnexpectedEndOfInputException) break;
                    falseStarts++;
                }
                from = start(end + 1);
            }
            return new Found(values, problem);
        }

        private int document(JsonParser p, int from) {
            JsonToken token = p.nextToken();
            if (token == JsonToken.START_ARRAY) {
                while ((token = p.nextToken()) != null && token != JsonToken.END_ARRAY) {
                    take(p, from);
                }
            } else if (token != null) {
                take(p, from);
            }
            int end = from + Math.max(p.currentLocation().getLineNr(), 1) - 1;
            lines.read(from, end);
            return end;
        }

        private void take(JsonParser p, int from) {
            if (!p.hasToken(JsonToken.START_OBJECT)) {
                // `[  5] local 10.0.0.1` of a log is an array, too, but none that tools print.
                throw new StreamReadException(p, "an object was expected");
            }
            int first = from + p.currentTokenLocation().getLineNr() - 1;
            JsonNode node = MAPPER.readTree(p);
            int last = from + p.currentLocation().getLineNr() - 1;
            lines.read(from, last);
            if (node != null) values.add(new Located(node, lines.source(first, last)));
        }

        /// The next line that opens an object or an array; 0 when there is none.
        private int start(int number) {
            int base = lines.firstNumber();
            for (int i = number; i < base + lines.size(); i++) {
                Lines.Line line = lines.get(i - base);
                String s = line.stripped();
                boolean opens = s.startsWith("{") || s.startsWith("[");
                if (line.isLeft() && opens && (number == base || line.indent() == 0)) return i;
            }
            return 0;
        }
    }

    private static String plain(JacksonException e, int from) {
        String message = e.getOriginalMessage();
        int line = e.getLocation() == null ? from : from + e.getLocation().getLineNr() - 1;
        String first = message == null ? "unreadable" : message.lines().findFirst().orElse("");
        return NOT_VALID + " at line " + line + ": " + first;
    }

    /// A text member; numbers and booleans as text; empty when absent, null or a structure.
    public static Optional<String> text(JsonNode node, String member) {
        JsonNode v = node.get(member);
        if (v == null || v.isNull() || v.isContainer() || v.isMissingNode())
            return Optional.empty();
        return Optional.of(v.asString(""));
    }

    public static OptionalInt integer(JsonNode node, String member) {
        OptionalLong v = whole(node, member);
        return v.isPresent() && v.getAsLong() == (int) v.getAsLong()
                ? OptionalInt.of((int) v.getAsLong())
                : OptionalInt.empty();
    }

    /// A whole number, also when it is written as text.
    public static OptionalLong whole(JsonNode node, String member) {
        JsonNode v = node.get(member);
        return v == null ? OptionalLong.empty() : whole(v);
    }

    static OptionalLong whole(JsonNode v) {
        if (v.isIntegralNumber() && v.canConvertToLong()) return OptionalLong.of(v.longValue());
        return v.isString() ? Numbers.toLong(v.asString("")) : OptionalLong.empty();
    }

    /// A finite number, also when it is written as text.
    public static OptionalDouble number(JsonNode node, String member) {
        JsonNode v = node.get(member);
        return v == null ? OptionalDouble.empty() : number(v);
    }

    static OptionalDouble number(JsonNode v) {
        if (v.isString()) return Numbers.toDouble(v.asString(""));
        if (!v.isNumber()) return OptionalDouble.empty();
        double d = v.doubleValue();
        return Double.isFinite(d) ? OptionalDouble.of(d) : OptionalDouble.empty();
    }

    /// The elements of an array member; empty when it is absent or no array.
    public static List<JsonNode> array(JsonNode node, String member) {
        JsonNode v = node.get(member);
        return v != null && v.isArray() ? List.copyOf(v.values()) : List.of();
    }
}
