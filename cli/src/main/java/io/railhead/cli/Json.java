package io.railhead.cli;

import io.railhead.model.Visible;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// JSON as Railhead writes it: indented, records by their component names, maps in their order.
/// Build documents from `LinkedHashMap`, `List`, records, numbers, strings and booleans.
public final class Json {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

    public static String write(Object document) {
        return escaped(MAPPER.writeValueAsString(document)) + "\n";
    }

    /// On one line, for outputs of one object a line.
    public static String writeLine(Object document) {
        return escaped(
                        MAPPER.writer()
                                .without(SerializationFeature.INDENT_OUTPUT)
                                .writeValueAsString(document))
                + "\n";
    }

    /// JSON asks for escapes of the first 32 characters alone; the others that terminals obey or
    /// that turn text about stand inside of strings too, and only there.
    private static String escaped(String json) {
        if (json.codePoints().allMatch(Visible::isPlain)) {
            return json;
        }
        StringBuilder out = new StringBuilder(json.length() + 64);
        json.codePoints()
                .forEach(
                        c -> {
                            if (Visible.isPlain(c) || c == '\r') {
                                out.appendCodePoint(c);
                                return;
                            }
                            for (char unit : Character.toChars(c)) {
                                out.append(String.format("\\u%04x", (int) unit));
                            }
                        });
        return out.toString();
    }
}
