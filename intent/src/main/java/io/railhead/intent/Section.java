package io.railhead.intent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/// A mapping of keys being decoded. Keys are asked for one by one; [#close] reports those that
/// nobody asked for, with the nearest that somebody did.
final class Section {
    private final Decoding in;
    private final Spot at;
    private final Map<String, Field> fields = new LinkedHashMap<>();
    private final Map<String, String> missing = new LinkedHashMap<>();
    private final Set<String> asked = new LinkedHashSet<>();

    private Section(Decoding in, Spot at) {
        this.in = in;
        this.at = at;
    }

    static Optional<Section> open(Decoding in, Field field, String example) {
        if (field.value() instanceof MappingNode mapping) {
            return Optional.of(of(in, mapping, field.keyAt()));
        }
        in.wrongType(field, "a mapping of keys", "write " + example);
        return Optional.empty();
    }

    static Section of(Decoding in, MappingNode mapping, Spot at) {
        Section section = new Section(in, at);
        for (NodeTuple tuple : mapping.getValue()) {
            in.count();
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                in.problems.error(
                        YamlText.spot(tuple.getKeyNode().getStartMark(), at.field()),
                        "a key is " + Decoding.kind(tuple.getKeyNode()) + " where text is wanted",
                        "put a key that begins with { or [ in quotes");
                continue;
            }
            String name = key.getValue();
            String path = Spot.below(at.field(), name);
            Spot keyAt = YamlText.spot(key.getStartMark(), path);
            Field known = section.fields.get(name);
            if (known != null) {
                in.problems.error(
                        keyAt,
                        "the key is already there in line " + known.keyAt().line(),
                        "keep one of the two");
                continue;
            }
            section.fields.put(
                    name,
                    new Field(
                            name,
                            tuple.getValueNode(),
                            keyAt,
                            YamlText.spot(tuple.getValueNode().getStartMark(), path)));
        }
        return section;
    }

    /// Where the section's own key is written.
    Spot at() {
        return at;
    }

    Optional<Field> get(String key) {
        asked.add(key);
        return Optional.ofNullable(fields.get(key));
    }

    /// A key that must be there; [#close] reports it when it is not, unless a mistyped key is
    /// most likely meant for it.
    Optional<Field> require(String key, String example) {
        Optional<Field> field = get(key);
        if (field.isEmpty()) {
            missing.put(key, example);
        }
        return field;
    }

    /// All keys, for mappings whose keys are names.
    List<Field> all() {
        asked.addAll(fields.keySet());
        return new ArrayList<>(fields.values());
    }

    /// Reports the keys that nobody asked for and those that are missing.
    void close() {
        fields.forEach(
                (name, field) -> {
                    if (!asked.contains(name)) {
                        NearestName.of(name, asked).ifPresent(missing::remove);
                        in.problems.error(field.keyAt(), "the key is not known", remedy(name));
                    }
                });
        missing.forEach(
                (key, example) ->
                        in.problems.error(
                                at.named(Spot.below(at.field(), key)),
                                "is missing",
                                "add " + key + ": " + example));
    }

    /// Reports a key that is known to be wrong here, for a reason of its own.
    void forbid(String key, String message, String remedy) {
        get(key).ifPresent(field -> in.problems.error(field.keyAt(), message, remedy));
    }

    /// Lets keys with this beginning pass.
    void ignore(String prefix) {
        fields.keySet().stream().filter(name -> name.startsWith(prefix)).forEach(asked::add);
    }

    private String remedy(String name) {
        if (name.equals("<<")) {
            return "YAML 1.2 has no merge keys; use a range of hosts, or repeat the keys";
        }
        Optional<String> near = NearestName.of(name, asked);
        return near.map(n -> "did you mean " + n + "?")
                .orElse("known keys here: " + String.join(", ", asked));
    }
}
