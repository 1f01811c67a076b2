package io.railhead.intent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Text with places to fill in: `10.1.0.{n}`, `fd00:1::{n:x}`, `10.1.{i/250}.{i%250+1}`.
///
/// Variables are those of the [Scope]. An expression has whole numbers, `+ - * / %` and
/// parentheses; `/` and `%` round towards zero. After a colon comes how it is written: `:x` in
/// hexadecimal, `:03` with leading zeros, `:04x` both. `{{` and `}}` stand for single braces.
final class Template {
    private static final int LONGEST = 1_000;

    private final String source;
    private final List<Part> parts;

    private Template(String source, List<Part> parts) {
        this.source = source;
        this.parts = parts;
    }

    sealed interface Outcome {}

    record Good(Template template) implements Outcome {}

    record Bad(String message, String remedy) implements Outcome {}

    /// What the names in braces stand for; what is not found here is looked up in the outer one.
    record Scope(Map<String, Long> numbers, Map<String, String> texts, Optional<Scope> outer) {
        static final Scope EMPTY = new Scope(Map.of(), Map.of());

        Scope(Map<String, Long> numbers, Map<String, String> texts) {
            this(numbers, texts, Optional.empty());
        }

        /// This scope within that of, say, a host.
        Scope within(Scope other) {
            return new Scope(numbers, texts, Optional.of(other));
        }

        Optional<Long> number(String name) {
            Long value = numbers.get(name);
            return value != null ? Optional.of(value) : outer.flatMap(o -> o.number(name));
        }

        Optional<String> text(String name) {
            String value = texts.get(name);
            return value != null ? Optional.of(value) : outer.flatMap(o -> o.text(name));
        }

        Set<String> names() {
            Set<String> names = new TreeSet<>(numbers.keySet());
            names.addAll(texts.keySet());
            outer.ifPresent(o -> names.addAll(o.names()));
            return names;
        }
    }

    /// The place could not be filled in.
    static final class Unfilled extends Exception {
        private static final long serialVersionUID = 1L;
        final String remedy;

        Unfilled(String message, String remedy) {
            super(message, null, false, false);
            this.remedy = remedy;
        }

        String message() {
            return String.valueOf(getMessage());
        }
    }

    private sealed interface Part {}

    private record Literal(String text) implements Part {}

    private record Place(Expression expression, int width, boolean hexadecimal) implements Part {}

    private record Word(String name) implements Part {}

    private interface Expression {
        long value(Scope scope) throws Unfilled;
    }

    static Outcome parse(String text) {
        try {
            if (text.length() > LONGEST && text.indexOf('{') >= 0) {
                throw new Unfilled("the template is too long", "keep it below 1000 characters");
            }
            return new Good(new Template(text, parts(text)));
        } catch (Unfilled e) {
            return new Bad(e.message(), e.remedy);
        }
    }

    /// Text to be taken as it stands.
    static String escape(String text) {
        return text.replace("{", "{{").replace("}", "}}");
    }

    /// True when it has nothing to fill in.
    boolean isConstant() {
        return parts.stream().allMatch(p -> p instanceof Literal);
    }

    String source() {
        return source;
    }

    String fill(Scope scope) throws Unfilled {
        if (parts.size() == 1 && parts.getFirst() instanceof Literal literal) {
            return literal.text;
        }
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Literal literal -> out.append(literal.text);
                case Word word -> {
                    Optional<String> text = scope.text(word.name);
                    out.append(text.orElseThrow(() -> unknown(word.name, scope)));
                }
                case Place place -> out.append(written(place, place.expression.value(scope)));
            }
        }
        return out.toString();
    }

    private static String written(Place place, long value) throws Unfilled {
        if (value < 0) {
            throw new Unfilled(
                    "a place in the template comes to " + value + ", below zero",
                    "correct the arithmetic in braces");
        }
        String digits =
                place.hexadecimal
                        ? Long.toHexString(value)
                        : String.format(Locale.ROOT, "%d", value);
        return "0".repeat(Math.max(0, place.width - digits.length())) + digits;
    }

    private static List<Part> parts(String text) throws Unfilled {
        List<Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            boolean doubled = i + 1 < text.length() && text.charAt(i + 1) == c;
            if ((c == '{' || c == '}') && doubled) {
                literal.append(c);
                i += 2;
            } else if (c == '}') {
                throw new Unfilled(
                        "a closing brace has no opening one in \"" + Ranges.shortened(text) + "\"",
                        "write }} for a brace that is meant as such");
            } else if (c == '{') {
                int close = text.indexOf('}', i);
                if (close < 0) {
                    throw new Unfilled(
                            "a brace is not closed in \"" + Ranges.shortened(text) + "\"",
                            "write {n}, or {{ for a brace that is meant as such");
                }
                if (!literal.isEmpty()) {
                    parts.add(new Literal(literal.toString()));
                    literal.setLength(0);
                }
                parts.add(place(text.substring(i + 1, close)));
                i = close + 1;
            } else {
                literal.append(c);
                i++;
            }
        }
        if (!literal.isEmpty() || parts.isEmpty()) {
            parts.add(new Literal(literal.toString()));
        }
        return parts;
    }

    private static Part place(String inside) throws Unfilled {
        int colon = inside.indexOf(':');
        String expression = (colon < 0 ? inside : inside.substring(0, colon)).strip();
        String format = colon < 0 ? "" : inside.substring(colon + 1).strip();
        if (expression.equals("name") || expression.equals("rail")) {
            return new Word(expression);
        }
        if (!format.matches("0?[0-9]{0,2}x?")) {
            throw new Unfilled(
                    "\":" + Ranges.shortened(format) + "\" is not a way to write a number",
                    "use :x for hexadecimal, :03 for leading zeros, or leave it out");
        }
        String width = format.replace("x", "");
        return new Place(
                new Arithmetic(inside, expression).whole(),
                width.isEmpty() ? 0 : Integer.parseInt(width),
                format.endsWith("x"));
    }

    private static Unfilled unknown(String variable, Scope scope) {
        Set<String> known = scope.names();
        if (variable.matches("n\\d?|r")) {
            return new Unfilled(
                    "{" + variable + "} has no number to stand for here",
                    "use it for names with a number, such as gpu[001-064]; known here: "
                            + String.join(", ", known));
        }
        return new Unfilled(
                "{" + Ranges.shortened(variable) + "} is not known here",
                known.isEmpty() ? "write the value itself" : "use " + String.join(", ", known));
    }

    /// Recursive descent over one expression.
    private static final class Arithmetic {
        private final String shown;
        private final String text;
        private int at;
        private int depth;

        Arithmetic(String shown, String text) {
            this.shown = shown;
            this.text = text;
        }

        Expression whole() throws Unfilled {
            Expression result = sum();
            if (at != text.length()) {
                throw malformed();
            }
            return result;
        }

        private Unfilled malformed() {
            return new Unfilled(
                    "\"{" + Ranges.shortened(shown) + "}\" is not an expression",
                    "write {n}, {i}, {name} or arithmetic such as {n+10} or {i%32}");
        }

        private char peek() {
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            return at < text.length() ? text.charAt(at) : '\0';
        }

        private Expression sum() throws Unfilled {
            Expression left = product();
            for (char op = peek(); op == '+' || op == '-'; op = peek()) {
                at++;
                left = operation(op, left, product());
            }
            return left;
        }

        private Expression product() throws Unfilled {
            Expression left = operand();
            for (char op = peek(); op == '*' || op == '/' || op == '%'; op = peek()) {
                at++;
                left = operation(op, left, operand());
            }
            return left;
        }

        private Expression operand() throws Unfilled {
            char c = peek();
            int begin = at;
            if (c == '(') {
                if (++depth > 20) {
                    throw malformed();
                }
                at++;
                Expression inner = sum();
                if (peek() != ')') {
                    throw malformed();
                }
                at++;
                depth--;
                return inner;
            }
            if (c >= '0' && c <= '9') {
                while (at < text.length() && Character.isDigit(text.charAt(at))) {
                    at++;
                }
                if (at - begin > 12) {
                    throw malformed();
                }
                long number = Long.parseLong(text.substring(begin, at));
                return scope -> number;
            }
            while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
                at++;
            }
            if (at == begin) {
                throw malformed();
            }
            String variable = text.substring(begin, at);
            return scope -> scope.number(variable).orElseThrow(() -> unknown(variable, scope));
        }

        private Expression operation(char op, Expression a, Expression b) {
            return scope -> {
                long left = a.value(scope);
                long right = b.value(scope);
                if ((op == '/' || op == '%') && right == 0) {
                    throw new Unfilled(
                            "\"{" + Ranges.shortened(shown) + "}\" divides by zero",
                            "correct the arithmetic in braces");
                }
                try {
                    return switch (op) {
                        case '+' -> Math.addExact(left, right);
                        case '-' -> Math.subtractExact(left, right);
                        case '*' -> Math.multiplyExact(left, right);
                        case '/' -> left / right;
                        default -> left % right;
                    };
                } catch (ArithmeticException e) {
                    throw new Unfilled(
                            "\"{" + Ranges.shortened(shown) + "}\" becomes too large",
                            "correct the arithmetic in braces");
                }
            };
        }
    }
}
