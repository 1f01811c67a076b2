package io.railhead.intent;

import java.util.ArrayList;
import java.util.List;

/// Bracketed ranges in any text: host names, rail names, switch ports.
final class Ranges {
    private static final int LONGEST_TEXT = 20_000;
    private static final int MOST_DIGITS = 9;

    private Ranges() {}

    sealed interface Outcome {}

    record Good(List<Expanded> all) implements Outcome {}

    record Bad(String message, String remedy) implements Outcome {}

    /// One text of an expansion and the numbers its brackets had there, left to right.
    record Expanded(String text, List<Long> numbers) {}

    private record Span(long low, long high, int width) {
        long count() {
            return high - low + 1;
        }
    }

    /// A stretch of literal text followed by a bracket (no spans at the end of a part).
    private record Piece(String literal, List<Span> spans) {}

    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;
        final String remedy;

        Malformed(String message, String remedy) {
            super(message, null, false, false);
            this.remedy = remedy;
        }
    }

    static Outcome expand(String text, int most) {
        try {
            if (text.length() > LONGEST_TEXT) {
                throw new Malformed("the range is too long to be one", "split it");
            }
            List<List<Piece>> parts = new ArrayList<>();
            long total = 0;
            for (String part : split(text)) {
                List<Piece> pieces = pieces(part);
                long count = 1;
                for (Piece piece : pieces) {
                    long here = piece.spans.stream().mapToLong(Span::count).sum();
                    count = Math.min(count * Math.max(here, 1), Integer.MAX_VALUE);
                }
                total += count;
                parts.add(pieces);
            }
            if (total > most) {
                throw new Malformed(
                        "\"" + shortened(text) + "\" stands for more than " + most + " names",
                        "use a smaller range");
            }
            List<Expanded> all = new ArrayList<>();
            for (List<Piece> pieces : parts) {
                expand(pieces, 0, "", List.of(), all);
            }
            return new Good(all);
        } catch (Malformed e) {
            return new Bad(String.valueOf(e.getMessage()), e.remedy);
        }
    }

    private static void expand(
            List<Piece> pieces, int at, String sofar, List<Long> numbers, List<Expanded> all) {
        if (at == pieces.size()) {
            all.add(new Expanded(sofar, numbers));
            return;
        }
        Piece piece = pieces.get(at);
        if (piece.spans.isEmpty()) {
            expand(pieces, at + 1, sofar + piece.literal, numbers, all);
            return;
        }
        for (Span span : piece.spans) {
            for (long n = span.low; n <= span.high; n++) {
                String digits = Long.toString(n);
                String padded = "0".repeat(Math.max(0, span.width - digits.length())) + digits;
                List<Long> longer = new ArrayList<>(numbers);
                longer.add(n);
                expand(pieces, at + 1, sofar + piece.literal + padded, longer, all);
            }
        }
    }

    /// At the commas outside brackets.
    private static List<String> split(String text) throws Malformed {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (depth < 0 || depth > 1) {
                throw new Malformed(
                        "brackets do not pair in \"" + shortened(text) + "\"",
                        "write a range as gpu[001-064]");
            }
            if (c == ',' && depth == 0) {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        if (depth != 0) {
            throw new Malformed(
                    "a bracket is not closed in \"" + shortened(text) + "\"",
                    "write a range as gpu[001-064]");
        }
        parts.add(part.toString().strip());
        for (String one : parts) {
            if (one.isEmpty()) {
                throw new Malformed(
                        text.isBlank()
                                ? "no name is given"
                                : "a name is missing between commas in \"" + shortened(text) + "\"",
                        "write names or ranges separated by single commas");
            }
        }
        return parts;
    }

    private static List<Piece> pieces(String part) throws Malformed {
        List<Piece> pieces = new ArrayList<>();
        int at = 0;
        while (at < part.length()) {
            int open = part.indexOf('[', at);
            if (open < 0) {
                pieces.add(new Piece(part.substring(at), List.of()));
                break;
            }
            int close = part.indexOf(']', open);
            if (pieces.size() >= 4) {
                throw new Malformed(
                        "more than 4 ranges in \"" + shortened(part) + "\"", "use fewer brackets");
            }
            pieces.add(new Piece(part.substring(at, open), spans(part.substring(open + 1, close))));
            at = close + 1;
        }
        return pieces;
    }

    private static List<Span> spans(String inside) throws Malformed {
        List<Span> spans = new ArrayList<>();
        for (String one : inside.split(",", -1)) {
            String text = one.strip();
            int dash = text.indexOf('-');
            String low = dash < 0 ? text : text.substring(0, dash).strip();
            String high = dash < 0 ? text : text.substring(dash + 1).strip();
            if (!isNumber(low) || !isNumber(high)) {
                throw new Malformed(
                        "\"" + shortened(text) + "\" is not a number or a range of numbers",
                        "write [1-8], [001-064] or [1-3,7]");
            }
            long from = Long.parseLong(low);
            long to = Long.parseLong(high);
            if (to < from) {
                throw new Malformed(
                        "the range " + low + "-" + high + " runs backwards",
                        "write the smaller number first: [" + high + "-" + low + "]");
            }
            boolean padded = low.length() > 1 && low.startsWith("0");
            if (padded && high.length() < low.length()) {
                throw new Malformed(
                        "the ends of " + low + "-" + high + " have different numbers of digits",
                        "write both ends with the same leading zeros");
            }
            spans.add(new Span(from, to, padded ? low.length() : 0));
        }
        return spans;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty()
                && text.length() <= MOST_DIGITS
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    static String shortened(String text) {
        String one = text.replace('\n', ' ').strip();
        return one.length() <= 60 ? one : one.substring(0, 59) + "…";
    }
}
