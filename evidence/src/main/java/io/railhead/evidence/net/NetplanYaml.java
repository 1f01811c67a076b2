package io.railhead.evidence.net;

import io.railhead.evidence.FileSection;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetplanFile;
import io.railhead.model.fact.NetplanInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// Facts of one netplan file. Not valid YAML is a fact, too: netplan then refuses the whole
/// configuration.
final class NetplanYaml {
    private static final List<String> SECTIONS =
            List.of(
                    "ethernets",
                    "bonds",
                    "bridges",
                    "vlans",
                    "wifis",
                    "tunnels",
                    "vrfs",
                    "dummy-devices");

    private final FileSection file;
    private final Lines lines;
    private final List<Fact> facts = new ArrayList<>();
    private Optional<String> problem = Optional.empty();
    private Optional<String> renderer = Optional.empty();

    private NetplanYaml(FileSection file, Lines lines) {
        this.file = file;
        this.lines = lines;
    }

    /// @param mode octal permissions, empty when unknown
    static List<Fact> read(FileSection file, String mode, Lines lines) {
        NetplanYaml yaml = new NetplanYaml(file, lines);
        yaml.compose();
        file.lines().stream().filter(Lines.Line::isLeft).forEach(Lines.Line::read);
        Source source =
                file.lines().isEmpty()
                        ? lines.whole()
                        : file.lines().getFirst().to(file.lines().getLast());
        List<Fact> facts = new ArrayList<>();
        facts.add(new NetplanFile(file.path(), mode, yaml.renderer, yaml.problem, source));
        facts.addAll(yaml.facts);
        return facts;
    }

    private void compose() {
        try {
            LoadSettings settings =
                    LoadSettings.builder()
                            .setLabel(file.path())
                            .setMaxAliasesForCollections(20)
                            .setCodePointLimit(1_000_000)
                            .build();
            Optional<Node> root = new Compose(settings).composeString(file.text());
            if (root.isEmpty()) return;
            document(root.get());
        } catch (MarkedYamlEngineException e) {
            problem =
                    Optional.of(
                            e.getProblemMark()
                                    .map(m -> "line " + (m.getLine() + 1) + ": ")
                                    .orElse("")
                                    .concat(String.valueOf(e.getProblem())));
        } catch (YamlEngineException e) {
            String message = String.valueOf(e.getMessage());
            problem = Optional.of(message.lines().findFirst().orElse("not valid YAML"));
        } catch (StackOverflowError e) {
            problem = Optional.of("nested too deep");
        }
    }

    private void document(Node root) {
        Optional<MappingNode> network = mapping(value(root, "network"));
        if (network.isEmpty()) {
            problem = Optional.of("no mapping «network» at the top");
            return;
        }
        renderer = scalar(value(network.get(), "renderer"));
        for (String section : SECTIONS) {
            Optional<Node> node = value(network.get(), section);
            if (node.isEmpty()) continue;
            Optional<MappingNode> interfaces = mapping(node);
            if (interfaces.isEmpty()) {
                problem =
                        Optional.of(
                                "line %d: «%s» holds no interfaces"
                                        .formatted(lineInFile(node.get()), section));
                continue;
            }
            for (NodeTuple tuple : interfaces.get().getValue()) {
                scalar(Optional.of(tuple.getKeyNode()))
                        .ifPresent(name -> add(name, section, tuple));
            }
        }
    }

    private void add(String name, String section, NodeTuple tuple) {
        Node body = tuple.getValueNode();
        Optional<Node> match = value(body, "match");
        facts.add(
                new NetplanInterface(
                        file.path(),
                        name,
                        section,
                        addresses(value(body, "addresses")),
                        scalar(value(body, "mtu")).map(Numbers::toInt).orElse(OptionalInt.empty()),
                        scalar(value(body, "dhcp4")).flatMap(NetplanYaml::truth),
                        scalar(value(body, "optional")).flatMap(NetplanYaml::truth),
                        scalar(value(body, "renderer")),
                        scalar(value(body, "set-name")),
                        match.flatMap(m -> scalar(value(m, "macaddress")))
                                .map(m -> m.toLowerCase(Locale.ROOT)),
                        gateway(body),
                        source(tuple)));
    }

    private static List<String> addresses(Optional<Node> node) {
        List<String> addresses = new ArrayList<>();
        for (Node item : items(node)) {
            // An address with options is a mapping: `- 10.0.0.1/24: {label: eth1:a}`.
            Optional<String> address =
                    item instanceof MappingNode m && !m.getValue().isEmpty()
                            ? scalar(Optional.of(m.getValue().getFirst().getKeyNode()))
                            : scalar(Optional.of(item));
            address.ifPresent(addresses::add);
        }
        return addresses;
    }

    private static Optional<String> gateway(Node body) {
        for (Node route : items(value(body, "routes"))) {
            String to = scalar(value(route, "to")).orElse("");
            if (to.equals("default") || to.equals("0.0.0.0/0") || to.equals("0/0"))
                return scalar(value(route, "via"));
        }
        return scalar(value(body, "gateway4"));
    }

    private static List<Node> items(Optional<Node> node) {
        return node.isPresent() && node.get() instanceof SequenceNode s
                ? List.copyOf(s.getValue())
                : List.of();
    }

    private static Optional<Node> value(Node node, String key) {
        if (!(node instanceof MappingNode m)) return Optional.empty();
        for (NodeTuple t : m.getValue()) {
            if (t.getKeyNode() instanceof ScalarNode s && s.getValue().equals(key))
                return Optional.of(t.getValueNode());
        }
        return Optional.empty();
    }

    private static Optional<MappingNode> mapping(Optional<Node> node) {
        return node.filter(MappingNode.class::isInstance).map(MappingNode.class::cast);
    }

    private static Optional<String> scalar(Optional<Node> node) {
        return node.filter(ScalarNode.class::isInstance)
                .map(n -> ((ScalarNode) n).getValue())
                .filter(v -> !v.isEmpty());
    }

    /// Netplan takes what YAML 1.1 takes.
    private static Optional<Boolean> truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "y" -> Optional.of(true);
            case "false", "no", "off", "n" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /// From 1.
    private static int lineInFile(Node node) {
        return node.getStartMark().map(m -> m.getLine() + 1).orElse(1);
    }

    /// That of its last scalar or bracket: the end mark of a block stands where the next one
    /// starts.
    private static int lastLineInFile(Node node) {
        if (node instanceof MappingNode m && isBlock(m.getFlowStyle(), m.getValue()))
            return lastLineInFile(m.getValue().getLast().getValueNode());
        if (node instanceof SequenceNode s && isBlock(s.getFlowStyle(), s.getValue()))
            return lastLineInFile(s.getValue().getLast());
        return node.getEndMark().map(m -> m.getLine() + 1).orElse(1);
    }

    private static boolean isBlock(FlowStyle style, List<?> children) {
        return style == FlowStyle.BLOCK && !children.isEmpty();
    }

    private Source source(NodeTuple tuple) {
        int first = lineInFile(tuple.getKeyNode());
        int last = lastLineInFile(tuple.getValueNode());
        int size = file.lines().size();
        int from = Math.clamp(first, 1, size);
        int to = Math.clamp(Math.max(last, first), from, size);
        return file.lines().get(from - 1).to(file.lines().get(to - 1));
    }
}
