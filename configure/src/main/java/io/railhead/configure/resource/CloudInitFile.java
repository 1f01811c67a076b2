package io.railhead.configure.resource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/// The netplan file that cloud-init wrote when the machine was installed. It names every interface
/// that was there, rails included, mostly with DHCP.
final class CloudInitFile {
    static final String PATH = "/etc/netplan/50-cloud-init.yaml";

    private static final String SAID =
            "# Railhead made comments of the rails' interfaces; their file is "
                    + Netplan.PATH
                    + ".";

    private CloudInitFile() {}

    /// The file with the definitions of the rails' interfaces made comments, line by line; every
    /// other byte stays. The content itself when it speaks of none of them. Empty when that cannot
    /// be done safely: a definition that matches more than one interface, or one not on lines of
    /// its own.
    ///
    /// @param mac the hardware address of an interface, empty text when unknown
    static Optional<byte[]> without(
            byte[] content, List<Netplan.Port> rails, UnaryOperator<String> mac) {
        if (claims(content, rails, mac).isEmpty()) {
            return Optional.of(content);
        }
        List<String> lines =
                new ArrayList<>(
                        List.of(new String(content, StandardCharsets.UTF_8).split("\n", -1)));
        try {
            Node root =
                    new Compose(LoadSettings.builder().build())
                            .composeString(new String(content, StandardCharsets.UTF_8))
                            .orElseThrow(() -> new YamlEngineException("empty"));
            for (String section : List.of("ethernets", "bonds", "bridges", "vlans")) {
                Optional<NodeTuple> found = entry(entry(root, "network"), section);
                if (found.isPresent() && !takeOut(lines, found.get(), rails, mac)) {
                    return Optional.empty();
                }
            }
        } catch (YamlEngineException | StackOverflowError e) {
            return Optional.empty();
        }
        if (!lines.contains(SAID)) {
            lines.addFirst(SAID);
        }
        byte[] result = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        return claims(result, rails, mac).isEmpty() ? Optional.of(result) : Optional.empty();
    }

    private static List<ForeignNetplan.Claim> claims(
            byte[] content, List<Netplan.Port> rails, UnaryOperator<String> mac) {
        return ForeignNetplan.claims(PATH, content, rails, mac);
    }

    private static Optional<NodeTuple> entry(Optional<NodeTuple> in, String key) {
        return in.flatMap(t -> entry(t.getValueNode(), key));
    }

    private static Optional<NodeTuple> entry(Node in, String key) {
        return in instanceof MappingNode m
                ? m.getValue().stream().filter(t -> text(t.getKeyNode()).equals(key)).findFirst()
                : Optional.empty();
    }

    private static String text(Node node) {
        return node instanceof ScalarNode s ? s.getValue() : "";
    }

    private static boolean takeOut(
            List<String> lines,
            NodeTuple section,
            List<Netplan.Port> rails,
            UnaryOperator<String> mac) {
        if (!(section.getValueNode() instanceof MappingNode all)) {
            return true;
        }
        int left = 0;
        for (NodeTuple definition : all.getValue()) {
            if (!speaksOfARail(definition, rails, mac)) {
                left++;
            } else if (all.getFlowStyle() != FlowStyle.BLOCK || !comment(lines, definition)) {
                return false;
            }
        }
        // A section without a definition would be no mapping.
        return left > 0 || all.getFlowStyle() == FlowStyle.BLOCK && commentLine(lines, section);
    }

    private static boolean speaksOfARail(
            NodeTuple definition, List<Netplan.Port> rails, UnaryOperator<String> mac) {
        String id = text(definition.getKeyNode());
        Node body = definition.getValueNode();
        String named = entry(body, "set-name").map(t -> text(t.getValueNode())).orElse("");
        Optional<NodeTuple> match = entry(body, "match");
        String name = entry(match, "name").map(t -> text(t.getValueNode())).orElse("");
        String address = entry(match, "macaddress").map(t -> text(t.getValueNode())).orElse("");
        for (Netplan.Port rail : rails) {
            boolean same =
                    named.equals(rail.link())
                            || match.isEmpty() && id.equals(rail.link())
                            || name.equals(rail.link())
                            || name.isEmpty()
                                    && !address.isEmpty()
                                    && address.equalsIgnoreCase(mac.apply(rail.link()));
            if (same) {
                return true;
            }
        }
        return false;
    }

    private static int line(Optional<Mark> mark) {
        return mark.map(Mark::getLine).orElse(-1);
    }

    private static int column(Node node) {
        return node.getEndMark().map(Mark::getColumn).orElse(0);
    }

    private static boolean comment(List<String> lines, NodeTuple entry) {
        int first = line(entry.getKeyNode().getStartMark());
        int last = line(entry.getValueNode().getEndMark());
        if (first < 0 || last < first) {
            return false;
        }
        if (entry.getValueNode() instanceof MappingNode m
                && m.getFlowStyle() == FlowStyle.BLOCK
                && last > first
                && (last >= lines.size() || lines.get(last).substring(0, column(m)).isBlank())) {
            // Ends where the next thing begins; only without a newline at the end of the file does
            // it end on its own last line.
            last--;
        }
        for (int i = first; i <= last && i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                lines.set(i, "# " + lines.get(i));
            }
        }
        return true;
    }

    private static boolean commentLine(List<String> lines, NodeTuple section) {
        int first = line(section.getKeyNode().getStartMark());
        if (first < 0 || !lines.get(first).strip().startsWith(text(section.getKeyNode()) + ":")) {
            return false;
        }
        lines.set(first, "# " + lines.get(first));
        return true;
    }
}
