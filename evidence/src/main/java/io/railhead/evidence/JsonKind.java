package io.railhead.evidence;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What a member of JSON may be. Numbers may be written as text; a missing text may be `null`, but
/// a missing number may not: writers of JSON put `null` for what is no number.
///
/// - `text`, `flag` (true or false), `plain` (anything but a list or an object)
/// - `count`: a whole number, 0 or more; `whole A..B` and `number A..B`, both ends included
/// - `object`, `list`
/// - `like PATTERN -- WORDS`: a plain value of which all matches, and what that is for people
interface JsonKind {

    boolean fits(JsonNode node);

    /// For people: `a number`.
    String wanted();

    /// @throws IllegalArgumentException when the words name none
    static JsonKind of(String words) {
        String[] parts = words.split(" +", 2);
        String rest = parts.length > 1 ? parts[1] : "";
        return switch (parts[0]) {
            case "text" -> new Plain("a text", false);
            case "plain" -> new Plain("a text or number", true);
            case "flag" -> new Flag();
            case "object" -> new Container("an object", true);
            case "list" -> new Container("a list", false);
            case "count" -> new Number(0, Long.MAX_VALUE, true);
            case "whole", "number" -> {
                String[] ends = rest.split("\\.\\.", 2);
                if (ends.length < 2) throw new IllegalArgumentException("no range: " + words);
                yield new Number(
                        Double.parseDouble(ends[0]),
                        Double.parseDouble(ends[1]),
                        parts[0].equals("whole"));
            }
            case "like" -> {
                String[] told = rest.split(" -- ", 2);
                if (told.length < 2) throw new IllegalArgumentException("no words: " + words);
                yield new Like(Pattern.compile(told[0]), told[1]);
            }
            default -> throw new IllegalArgumentException("no kind: " + words);
        };
    }

    /// @param any whether numbers and truths do as well
    record Plain(String wanted, boolean any) implements JsonKind {
        @Override
        public boolean fits(JsonNode node) {
            return node.isNull() || node.isString() || any && !node.isContainer();
        }
    }

    /// `true` or `false`.
    record Flag() implements JsonKind {
        @Override
        public String wanted() {
            return "true or false";
        }

        @Override
        public boolean fits(JsonNode node) {
            return node.isBoolean();
        }
    }

    record Container(String wanted, boolean object) implements JsonKind {
        @Override
        public boolean fits(JsonNode node) {
            return object ? node.isObject() : node.isArray();
        }
    }

    /// @param least smallest value
    /// @param most largest value
    record Number(double least, double most, boolean whole) implements JsonKind {
        @Override
        public String wanted() {
            String what = whole ? "a whole number" : "a number";
            if (most >= Long.MAX_VALUE) return what + " of at least " + plain(least);
            return what + " from " + plain(least) + " to " + plain(most);
        }

        private static String plain(double bound) {
            return bound == Math.rint(bound) && Math.abs(bound) < 1e7
                    ? String.valueOf((long) bound)
                    : String.valueOf(bound).replace("E", "e").replace(".0e", "e");
        }

        @Override
        public boolean fits(JsonNode node) {
            if (whole) {
                OptionalLong n = Json.whole(node);
                return n.isPresent() && n.getAsLong() >= least && n.getAsLong() <= most;
            }
            OptionalDouble n = Json.number(node);
            return n.isPresent() && n.getAsDouble() >= least && n.getAsDouble() <= most;
        }
    }

    record Like(Pattern pattern, String wanted) implements JsonKind {
        @Override
        public boolean fits(JsonNode node) {
            if (node.isContainer() || node.isNull()) return false;
            String words = node.asString("");
            return words.length() < 4096 && pattern.matcher(words).matches();
        }
    }
}
