package io.railhead.evidence.sonic;

import io.railhead.evidence.Json;
import io.railhead.evidence.JsonNames;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.Source;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What ports have of their own in CONFIG_DB, and what they lack: the map of DSCPs, the profile
/// that marks the lossless queue, the buffer without loss of its priority group.
record SonicPortClasses(ConfigTables tables, JsonNames where, List<Fact> into) {

    void read() {
        Map<String, JsonNode> ports = tables.ports();
        ports.forEach(this::trust);
        ports.forEach(this::perPriority);
        ports.forEach(this::queues);
        if (ports.isEmpty()) return;
        for (String port : tables.members("PORT").keySet()) {
            if (ports.containsKey(port)) continue;
            into.add(
                    new PortTrust(
                            port, Set.of(), "no entry in PORT_QOS_MAP", where.of("PORT", port)));
        }
    }

    /// A port reads the DSCP when a map of DSCPs is bound to it, and there.
    private void trust(String port, JsonNode settings) {
        Set<PortTrust.Field> fields = EnumSet.noneOf(PortTrust.Field.class);
        Map<String, JsonNode> maps = tables.members("DSCP_TO_TC_MAP");
        Optional<String> map = ConfigTables.reference(settings, "dscp_to_tc_map");
        boolean dangles = map.isPresent() && !maps.isEmpty() && !maps.containsKey(map.get());
        if (map.isPresent() && !dangles) fields.add(PortTrust.Field.DSCP);
        if (Json.text(settings, "dot1p_to_tc_map").isPresent()) fields.add(PortTrust.Field.PCP);
        into.add(
                new PortTrust(
                        port,
                        fields,
                        dangles
                                ? "dscp_to_tc_map names " + map.get() + ", which is not there"
                                : fields.isEmpty() ? "no dscp_to_tc_map" : "dscp_to_tc_map",
                        where.of("PORT_QOS_MAP", port)));
    }

    /// A map of queues that a port names and nobody defines: the switch takes none of it.
    private void queues(String port, JsonNode settings) {
        Map<String, JsonNode> maps = tables.members("TC_TO_QUEUE_MAP");
        Optional<String> map = ConfigTables.reference(settings, "tc_to_queue_map");
        if (map.isEmpty() || maps.isEmpty() || maps.containsKey(map.get())) return;
        Source source = where.of("PORT_QOS_MAP", port, "tc_to_queue_map");
        into.add(
                new PriorityMap(
                        port,
                        End.OWN,
                        PriorityMap.Kind.PRIORITY_TO_QUEUE,
                        List.of(),
                        "tc_to_queue_map names " + map.get() + ", which is not there",
                        source));
    }

    private void perPriority(String port, JsonNode settings) {
        Set<Integer> on =
                Json.text(settings, "pfc_enable").map(l -> Ports.ofList(l, 7)).orElse(Set.of());
        for (int priority : on) {
            marks(port, priority, mapped(settings, "tc_to_queue_map", priority));
            buffer(port, priority, mapped(settings, "tc_to_pg_map", priority));
        }
    }

    /// Where a traffic class goes by a map of the port; to its own number where nothing says.
    private int mapped(JsonNode settings, String member, int trafficClass) {
        String table =
                member.equals("tc_to_pg_map") ? "TC_TO_PRIORITY_GROUP_MAP" : "TC_TO_QUEUE_MAP";
        return ConfigTables.reference(settings, member)
                .map(name -> tables.members(table).get(name))
                .flatMap(map -> Json.text(map, Integer.toString(trafficClass)))
                .map(Numbers::toInt)
                .orElse(OptionalInt.empty())
                .orElse(trafficClass);
    }

    /// A queue of a paused priority that no profile makes mark, where others have one.
    private void marks(String port, int priority, int queue) {
        if (tables.members("QUEUE").isEmpty()) return;
        Optional<Map.Entry<String, JsonNode>> entry = tables.of("QUEUE", port, queue);
        Optional<String> profile =
                entry.flatMap(e -> ConfigTables.reference(e.getValue(), "wred_profile"));
        Map<String, JsonNode> profiles = tables.members("WRED_PROFILE");
        if (profile.isPresent() && (profiles.isEmpty() || profiles.containsKey(profile.get()))) {
            return;
        }
        into.add(
                new QueueEcn(
                        port,
                        "",
                        Set.of(queue),
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        profile.map(p -> "wred_profile names " + p + ", which is not there")
                                .orElse("no wred_profile for priority " + priority),
                        entry.map(e -> where.of("QUEUE", e.getKey()))
                                .orElseGet(() -> where.of("PORT_QOS_MAP", port))));
    }

    /// The buffer that a priority's packets come into. A table without any buffer without loss is
    /// that of a switch whose own daemon makes them.
    private void buffer(String port, int priority, int group) {
        Map<String, JsonNode> all = tables.members("BUFFER_PG");
        if (all.values().stream().noneMatch(this::isLossless)) return;
        Optional<Map.Entry<String, JsonNode>> entry = tables.of("BUFFER_PG", port, group);
        boolean lossless = entry.map(e -> isLossless(e.getValue())).orElse(false);
        into.add(
                new PortBuffer(
                        port,
                        PortBuffer.Kind.INGRESS,
                        entry.flatMap(e -> ConfigTables.reference(e.getValue(), "profile"))
                                .orElse(""),
                        OptionalInt.of(group),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.of(lossless),
                        lossless ? Set.of(priority) : Set.of(),
                        "BUFFER_PG",
                        entry.map(e -> where.of("BUFFER_PG", e.getKey()))
                                .orElseGet(() -> where.of("PORT_QOS_MAP", port))));
        entry.flatMap(e -> ConfigTables.reference(e.getValue(), "profile"))
                .ifPresent(name -> headroom(port, priority, group, name));
    }

    /// The headroom of a profile that says it: `"xoff": "231424"`, bytes.
    private void headroom(String port, int priority, int group, String name) {
        JsonNode profile = tables.members("BUFFER_PROFILE").get(name);
        if (profile == null || Json.whole(profile, "xoff").isEmpty()) return;
        into.add(
                new PortBuffer(
                        port,
                        PortBuffer.Kind.PROFILE,
                        name,
                        OptionalInt.of(group),
                        Json.whole(profile, "size"),
                        Json.whole(profile, "xoff"),
                        Json.whole(profile, "xon"),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.of(true),
                        Set.of(priority),
                        "BUFFER_PROFILE",
                        where.of("BUFFER_PROFILE", name, "xoff")));
    }

    /// `NULL` is a profile that the switch reckons itself, from speed and cable.
    private boolean isLossless(JsonNode group) {
        Optional<String> profile = ConfigTables.reference(group, "profile");
        if (profile.isEmpty()) return false;
        JsonNode known = tables.members("BUFFER_PROFILE").get(profile.get());
        return profile.get().equals("NULL")
                || profile.get().startsWith("pg_lossless")
                || known != null && known.has("xoff");
    }
}
