package io.railhead.intent;

import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/// The YAML form of an inventory.
final class AnsibleYaml {
    private final AnsibleGroups groups;
    private final Problems problems;
    private final Decoding in;

    AnsibleYaml(AnsibleGroups groups, Problems problems) {
        this.groups = groups;
        this.problems = problems;
        this.in = new Decoding(problems);
    }

    void read(MappingNode root) {
        try {
            Section top = Section.of(in, root, new Spot(1, 1, ""));
            top.all().forEach(f -> group(f, 0));
        } catch (Decoding.TooLarge e) {
            problems.error(
                    new Spot(0, 0, ""),
                    "the file stands for more than an inventory can have",
                    "write it without aliases of aliases");
        }
    }

    private void group(Field field, int depth) {
        String name = field.name();
        groups.declare(name, field.keyAt());
        Optional<Section> open = section(field);
        if (open.isEmpty() || depth > 30) {
            return;
        }
        Section section = open.get();
        section.get("hosts")
                .flatMap(this::section)
                .ifPresent(hosts -> hosts.all().forEach(h -> host(name, h)));
        section.get("vars")
                .flatMap(this::section)
                .ifPresent(
                        vars ->
                                vars.all()
                                        .forEach(
                                                v ->
                                                        value(v).ifPresent(
                                                                        t ->
                                                                                groups.variable(
                                                                                        name,
                                                                                        v.name(), t,
                                                                                        v.at()))));
        section.get("children")
                .flatMap(this::section)
                .ifPresent(
                        children ->
                                children.all()
                                        .forEach(
                                                c -> {
                                                    groups.child(name, c.name(), c.keyAt());
                                                    group(c, depth + 1);
                                                }));
        section.close();
    }

    private void host(String group, Field field) {
        List<String> names = groups.host(group, field.name(), field.keyAt());
        section(field)
                .ifPresent(
                        variables -> {
                            for (Field variable : variables.all()) {
                                Optional<String> value = value(variable);
                                value.ifPresent(
                                        v ->
                                                names.forEach(
                                                        n ->
                                                                groups.hostVariable(
                                                                        n,
                                                                        variable.name(),
                                                                        v,
                                                                        variable.at())));
                            }
                        });
    }

    /// A mapping of keys; nothing at all stands for an empty one.
    private Optional<Section> section(Field field) {
        return Decoding.isNull(field.value())
                ? Optional.empty()
                : Section.open(in, field, field.name() + ": with one name a line below");
    }

    /// Variables that are lists or mappings, or encrypted, have nothing to do with logging in.
    private static Optional<String> value(Field field) {
        Node node = field.value();
        // Nothing at all says nothing, and above all not «null».
        boolean plain =
                node instanceof ScalarNode
                        && !Decoding.isNull(node)
                        && node.getTag().getValue().startsWith("tag:yaml.org");
        return plain ? Optional.of(YamlText.text(node)) : Optional.empty();
    }
}
