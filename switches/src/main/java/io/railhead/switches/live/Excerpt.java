package io.railhead.switches.live;

import io.railhead.model.intent.SwitchSystem;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What of a running configuration concerns ports and classes of traffic. The rest has users, keys
/// and communities in it, and is not taken along.
final class Excerpt {
    private static final JsonMapper JSON = JsonMapper.shared();

    /// Sections and statements at the margin that are kept whole.
    private static final Pattern KEPT =
            Pattern.compile(
                    "(?:!Command|! Command|version|hostname|feature (?:lldp|scheduler)|class-map"
                            + "|policy-map|system qos|qos |priority-flow-control|no priority-flow)"
                            + ".*");

    private static final Pattern PORT =
            Pattern.compile("interface (?:Ethernet|port-channel|Port-Channel).*");

    /// What a port's section is kept of: no addresses, no routing, no authentication.
    private static final Pattern OF_PORT =
            Pattern.compile(
                    "(?:no )?(?:description|mtu|shutdown|speed|flowcontrol|priority-flow-control"
                            + "|service-policy|service-profile|qos|tx-queue|uc-tx-queue|bandwidth"
                            + "|priority|random-detect|fec|error-correction|channel-group"
                            + "|switchport).*");

    private static final Set<String> TABLES =
            Set.of(
                    "PORT",
                    "PORT_QOS_MAP",
                    "DSCP_TO_TC_MAP",
                    "DOT1P_TO_TC_MAP",
                    "TC_TO_QUEUE_MAP",
                    "TC_TO_PRIORITY_GROUP_MAP",
                    "MAP_PFC_PRIORITY_TO_QUEUE",
                    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
                    "BUFFER_PG",
                    "BUFFER_POOL",
                    "BUFFER_PROFILE",
                    "BUFFER_QUEUE",
                    "WRED_PROFILE",
                    "QUEUE",
                    "SCHEDULER",
                    "CABLE_LENGTH",
                    "PFC_WD");

    private Excerpt() {}

    static String of(SwitchSystem system, String command, String text) {
        return switch (system) {
            case NXOS, EOS -> command.startsWith("show running-config") ? sections(text) : text;
            case SONIC -> command.contains("runningconfiguration") ? tables(text) : text;
            case NVUE -> command.startsWith("nv config show") ? branches(text) : text;
            case ONYX -> text;
        };
    }

    private static String sections(String text) {
        StringBuilder kept = new StringBuilder();
        boolean whole = false;
        boolean port = false;
        for (String line : text.lines().toList()) {
            String said = line.strip();
            if (!line.startsWith(" ")) {
                whole = KEPT.matcher(line).matches();
                port = PORT.matcher(line).matches();
            }
            boolean ofPort = line.startsWith(" ") && port && OF_PORT.matcher(said).matches();
            if (whole || ofPort || (port && !line.startsWith(" "))) {
                kept.append(line).append('\n');
            }
        }
        return kept.toString();
    }

    private static String tables(String text) {
        int begin = text.indexOf('{');
        if (begin < 0) return text;
        try {
            JsonNode root = JSON.readTree(text.substring(begin));
            ObjectNode kept = JSON.createObjectNode();
            root.propertyStream()
                    .filter(e -> TABLES.contains(e.getKey()))
                    .forEach(e -> kept.set(e.getKey(), e.getValue()));
            ObjectNode box = JSON.createObjectNode();
            for (String name : List.of("hostname", "hwsku", "platform")) {
                JsonNode value = root.path("DEVICE_METADATA").path("localhost").path(name);
                if (!value.isMissingNode()) box.set(name, value);
            }
            if (!box.isEmpty()) {
                kept.set("DEVICE_METADATA", JSON.createObjectNode().set("localhost", box));
            }
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(kept) + "\n";
        } catch (JacksonException e) {
            return "";
        }
    }

    /// Of YAML the branches `interface` and `qos` below `set`; of commands those that set these.
    private static String branches(String text) {
        if (text.contains("nv set ")) {
            return text.lines()
                    .filter(l -> l.matches("nv set (?:interface|qos|system hostname) .*"))
                    .collect(Collectors.joining("\n", "", "\n"));
        }
        boolean[] inside = {false};
        return text.lines()
                .filter(
                        line -> {
                            if (line.matches("- set: *")) return true;
                            if (line.matches(" {4}\\S.*")) {
                                inside[0] = line.matches(" {4}(?:interface|qos):.*");
                            }
                            return inside[0] && line.startsWith("    ");
                        })
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
