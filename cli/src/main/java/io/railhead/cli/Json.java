package io.railhead.cli;

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
        return MAPPER.writeValueAsString(document) + "\n";
    }

    /// On one line, for outputs of one object a line.
    public static String writeLine(Object document) {
        return MAPPER.writer()
                        .without(SerializationFeature.INDENT_OUTPUT)
                        .writeValueAsString(document)
                + "\n";
    }
}
