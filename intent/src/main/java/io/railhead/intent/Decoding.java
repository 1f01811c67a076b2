package io.railhead.intent;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// Typed values out of nodes. A value of the wrong type is a problem and comes back absent; the
/// caller goes on with what is left.
final class Decoding {
    /// Values looked at in one run. Ten thousand hosts with eight rails each are half a million;
    /// more comes from aliases that stand for each other.
    private static final int MOST_VALUES = 5_000_000;

    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,30}|0x[0-9a-fA-F]{1,15}");

    final Problems problems;
    private int values;

    Decoding(Problems problems) {
        this.problems = problems;
    }

    /// The input stands for more than a cluster can have.
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge() {
            super("too large", null, false, false);
        }
    }

    void count() {
        if (++values > MOST_VALUES) {
            throw new TooLarge();
        }
    }

    static boolean isNull(Node node) {
        return node instanceof ScalarNode && node.getTag().equals(Tag.NULL);
    }

    static boolean isBool(Node node) {
        return tagged(node, Tag.BOOL);
    }

    private static boolean tagged(Node node, Tag... tags) {
        return node instanceof ScalarNode && Set.of(tags).contains(node.getTag());
    }

    /// What a value is, for messages; never the value itself, which may be a secret.
    static String kind(Node node) {
        return switch (node) {
            case MappingNode m -> "a mapping of keys";
            case SequenceNode s -> "a list";
            default -> {
                Tag tag = node.getTag();
                yield tag.equals(Tag.NULL)
                        ? "empty"
                        : tag.equals(Tag.BOOL)
                                ? "true or false"
                                : tag.equals(Tag.INT)
                                        ? "a number"
                                        : tag.equals(Tag.FLOAT) ? "a fraction" : "text";
            }
        };
    }

    void wrongType(Field field, String wanted, String remedy) {
        problems.error(
                field.at(),
                "is " + kind(field.value()) + " where " + wanted + " is wanted",
                remedy);
    }

    /// Text. Numbers and `true` have to be quoted to be text, so that every reader of the file
    /// agrees on what it says.
    Optional<String> text(Field field) {
        if (tagged(field.value(), Tag.STR)) {
            return Optional.of(YamlText.text(field.value()));
        }
        if (tagged(field.value(), Tag.INT, Tag.FLOAT, Tag.BOOL)) {
            wrongType(
                    field,
                    "text",
                    "put it in quotes: \"" + Ranges.shortened(YamlText.text(field.value())) + "\"");
        } else if (looksLikeTemplate(field.value())) {
            wrongType(field, "text", "put a template that begins with { in quotes");
        } else {
            wrongType(field, "text", "write one value after " + field.name() + ":");
        }
        return Optional.empty();
    }

    /// `{n}` without quotes is a mapping with the key n to YAML.
    private static boolean looksLikeTemplate(Node node) {
        return node instanceof MappingNode mapping
                && mapping.getValue().size() == 1
                && isNull(mapping.getValue().getFirst().getValueNode());
    }

    /// Text that must not be empty.
    Optional<String> word(Field field) {
        Optional<String> text = text(field);
        if (text.isPresent() && text.get().isBlank()) {
            problems.error(field.at(), "is empty", "write a value after " + field.name() + ":");
            return Optional.empty();
        }
        return text;
    }

    /// Any single value as it is written: text, a number, `true`.
    Optional<String> scalar(Field field) {
        if (tagged(field.value(), Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL)) {
            return Optional.of(YamlText.text(field.value()));
        }
        if (looksLikeTemplate(field.value())) {
            wrongType(field, "a single value", "put a template that begins with { in quotes");
        } else {
            wrongType(field, "a single value", "write one value after " + field.name() + ":");
        }
        return Optional.empty();
    }

    OptionalInt integer(Field field, int low, int high) {
        OptionalLong number = whole(field, low, high, "a whole number");
        return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
    }

    OptionalLong whole(Field field, long low, long high, String wanted) {
        String written = YamlText.text(field.value());
        if (!tagged(field.value(), Tag.INT) || !WHOLE.matcher(written).matches()) {
            wrongType(field, wanted, "write a number from " + low + " to " + high);
            return OptionalLong.empty();
        }
        BigInteger number =
                written.startsWith("0x")
                        ? new BigInteger(written.substring(2), 16)
                        : new BigInteger(written);
        if (number.compareTo(BigInteger.valueOf(low)) < 0
                || number.compareTo(BigInteger.valueOf(high)) > 0) {
            problems.error(
                    field.at(),
                    Ranges.shortened(written) + " is out of range",
                    "write a number from " + low + " to " + high);
            return OptionalLong.empty();
        }
        return OptionalLong.of(number.longValueExact());
    }

    Optional<Boolean> bool(Field field) {
        if (tagged(field.value(), Tag.BOOL)) {
            return Optional.of(YamlText.text(field.value()).equalsIgnoreCase("true"));
        }
        wrongType(field, "true or false", "write true or false, without quotes");
        return Optional.empty();
    }

    /// One of some words.
    Optional<String> choice(Field field, Collection<String> words, String what) {
        Optional<String> text = text(field);
        if (text.isPresent() && !words.contains(text.get())) {
            problems.error(
                    field.at(),
                    "\"" + Ranges.shortened(text.get()) + "\" is not known",
                    NearestName.remedy(text.get(), words, what));
            return Optional.empty();
        }
        return text;
    }

    /// A value with a unit, read by one of the methods of [Units].
    <T> Optional<T> quantity(
            Field field, java.util.function.Function<String, Optional<T>> read, String example) {
        if (!tagged(field.value(), Tag.STR, Tag.INT, Tag.FLOAT)) {
            wrongType(field, "a quantity", "write " + example);
            return Optional.empty();
        }
        String written = YamlText.text(field.value());
        Optional<T> value = tagged(field.value(), Tag.STR) ? read.apply(written) : Optional.empty();
        if (value.isEmpty()) {
            boolean bare = tagged(field.value(), Tag.INT, Tag.FLOAT);
            problems.error(
                    field.at(),
                    bare
                            ? Ranges.shortened(written) + " has no unit"
                            : "\"" + Ranges.shortened(written) + "\" is not a quantity known here",
                    "write " + example);
        }
        return value;
    }

    Optional<Located<Template>> template(Field field) {
        return word(field).flatMap(text -> template(field, text));
    }

    Optional<Located<Template>> template(Field field, String text) {
        return switch (Template.parse(text)) {
            case Template.Good good -> Optional.of(new Located<>(good.template(), field.at()));
            case Template.Bad bad -> {
                problems.error(field.at(), bad.message(), bad.remedy());
                yield Optional.empty();
            }
        };
    }

    /// A whole number, or a template that gives one. The range is checked where it is filled in.
    Optional<Located<Template>> integerTemplate(Field field, int low, int high) {
        if (tagged(field.value(), Tag.STR)) {
            String text = YamlText.text(field.value());
            if (text.indexOf('{') >= 0) {
                return template(field, text);
            }
        }
        OptionalInt number = integer(field, low, high);
        return number.isEmpty()
                ? Optional.empty()
                : template(field, Integer.toString(number.getAsInt()));
    }

    List<Field> items(Field field, String wanted) {
        if (!(field.value() instanceof SequenceNode sequence)) {
            wrongType(field, "a list", "write " + wanted);
            return List.of();
        }
        List<Field> items = new ArrayList<>();
        int index = 0;
        for (Node item : sequence.getValue()) {
            count();
            String path = field.at().field() + "[" + index + "]";
            Spot at = YamlText.spot(item.getStartMark(), path);
            items.add(new Field(field.name() + "[" + index + "]", item, at, at));
            index++;
        }
        return items;
    }
}
