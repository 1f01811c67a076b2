package io.railhead.intent;

/// A place in the file and the path of the field there.
record Spot(int line, int column, String field) {

    /// The place of a key below this one; keys with odd characters are quoted.
    static String below(String path, String key) {
        String step = PLAIN.matcher(key).matches() ? key : "[\"" + key + "\"]";
        if (path.isEmpty()) {
            return step;
        }
        return step.startsWith("[") ? path + step : path + "." + step;
    }

    private static final java.util.regex.Pattern PLAIN =
            java.util.regex.Pattern.compile("[A-Za-z0-9_-]{1,80}");

    /// The same place, for a fault of the field as a whole.
    Spot named(String otherField) {
        return new Spot(line, column, otherField);
    }
}
