package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Json;
import io.railhead.evidence.JsonNames;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HashFields;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// CONFIG_DB as JSON: `show runningconfiguration all`, `sonic-cfggen -d --print-data`, the file
/// `/etc/sonic/config_db.json`, whole or the tables about classes.
@AutoService(Parser.class)
public final class ConfigDb implements Parser {
    private static final Pattern TABLE =
            Pattern.compile(
                    "\"(?:PORT_QOS_MAP|DSCP_TO_TC_MAP|TC_TO_QUEUE_MAP|WRED_PROFILE|CABLE_LENGTH"
                            + "|BUFFER_PG|SWITCH_HASH|DEVICE_METADATA)\" ?: ?\\{");

    /// A map of DSCPs without the table around it, as `sonic-cfggen -v DSCP_TO_TC_MAP` prints it.
    private static final Pattern BARE =
            Pattern.compile(
                    "\\{\\s*\"\\w+\" ?: ?\\{\\s*(?:\"\\d{1,2}\" ?: ?\"[0-7]\",\\s*){8,70}\"\\d{1,2}\" ?:"
                            + " ?\"[0-7]\"");
    private static final Pattern LENGTH = Pattern.compile("(\\d{1,6}(?:\\.\\d)?)m");

    @Override
    public String name() {
        return "sonic-config-db";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                AssumedCable.class,
                HashFields.class,
                PfcState.class,
                PfcWatchdog.class,
                PortBuffer.class,
                PortTrust.class,
                PriorityMap.class,
                QueueEcn.class,
                QueueSchedule.class,
                SwitchPort.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "runningconfiguration", "all")
                || CommandLine.of(command).is("sonic-cfggen", "-d");
    }

    @Override
    public boolean recognises(String text) {
        return TABLE.matcher(text).find() || BARE.matcher(text).find();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        Json.Found found = Json.elements(lines, ConfigDbShape.SHAPE);
        for (Json.Located element : found.values()) {
            read(element.node(), new JsonNames(lines, element.source()), facts);
        }
        found.problem().ifPresent(lines::unavailable);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("nothing about classes"));
        return lines.reading(facts);
    }

    /// The facts of tables, however they were printed.
    ///
    /// @param where finds the lines of their members
    static void read(JsonNode db, JsonNames where, List<Fact> into) {
        new Tables(db, where, into).read();
    }

    private record Tables(JsonNode db, JsonNames where, List<Fact> into) {

        void read() {
            map("DSCP_TO_TC_MAP", PriorityMap.Kind.DSCP_TO_PRIORITY, 63);
            map("TC_TO_QUEUE_MAP", PriorityMap.Kind.PRIORITY_TO_QUEUE, 7);
            map("MAP_PFC_PRIORITY_TO_QUEUE", PriorityMap.Kind.PRIORITY_PAUSES_QUEUE, 7);
            if (into.isEmpty()) bare();
            ConfigTables tables = new ConfigTables(db);
            tables.ports().forEach(this::pfc);
            tables.ports().forEach(this::watchdog);
            new SonicPortClasses(tables, where, into).read();
            members("QUEUE").forEach(this::turn);
            members("PORT").forEach(this::port);
            members("WRED_PROFILE").forEach(this::wred);
            members("SWITCH_HASH").forEach(this::hash);
            members("CABLE_LENGTH")
                    .forEach((n, lengths) -> lengths.properties().forEach(e -> cable(n, e)));
        }

        /// `"ecmp_hash": ["DST_IP", "SRC_IP"]`, and the same of `lag_hash`.
        private void hash(String name, JsonNode settings) {
            for (String ways : List.of("ECMP", "LAG")) {
                String member = ways.toLowerCase(Locale.ROOT) + "_hash";
                List<String> fields = new ArrayList<>();
                Json.array(settings, member).forEach(f -> fields.add(f.asString("")));
                if (fields.isEmpty()) continue;
                into.add(
                        new HashFields(
                                ways,
                                fields,
                                Json.text(settings, member + "_algorithm").orElse(""),
                                where.of("SWITCH_HASH", name, member)));
            }
        }

        private Map<String, JsonNode> members(String table) {
            return new ConfigTables(db).members(table);
        }

        /// The map that most ports name is the switch's; a port that names another has its own.
        /// Where no port names any it is the first.
        private void map(String table, PriorityMap.Kind kind, int most) {
            Map<String, JsonNode> maps = members(table);
            if (maps.isEmpty()) return;
            String member =
                    table.equals("MAP_PFC_PRIORITY_TO_QUEUE")
                            ? "pfc_to_queue_map"
                            : table.toLowerCase(Locale.ROOT);
            Map<String, String> names = new LinkedHashMap<>();
            Map<String, Integer> users = new LinkedHashMap<>();
            new ConfigTables(db)
                    .ports()
                    .forEach(
                            (port, settings) ->
                                    ConfigTables.reference(settings, member)
                                            .filter(maps::containsKey)
                                            .ifPresent(name -> names.put(port, name)));
            names.values().forEach(name -> users.merge(name, 1, Integer::sum));
            String usual =
                    users.entrySet().stream()
                            .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                            .map(Map.Entry::getKey)
                            .orElse(maps.keySet().iterator().next());
            map("", table, usual, kind, most);
            names.forEach(
                    (port, name) -> {
                        if (!name.equals(usual)) map(port, table, name, kind, most);
                    });
        }

        private void map(String port, String table, String name, PriorityMap.Kind kind, int most) {
            JsonNode map = members(table).get(name);
            if (map == null || !map.isObject()) return;
            List<PriorityMap.Entry> entries = entries(map, most, table, name);
            if (entries.isEmpty()) return;
            into.add(new PriorityMap(port, End.OWN, kind, entries, table, where.of(table, name)));
        }

        /// A map of all DSCPs that stands alone: there are 64 of them.
        private void bare() {
            if (!db.isObject()) return;
            db.properties()
                    .forEach(
                            e -> {
                                if (!e.getValue().isObject()) return;
                                List<PriorityMap.Entry> entries =
                                        entries(e.getValue(), 63, e.getKey());
                                boolean whole =
                                        entries.size() == e.getValue().size()
                                                && entries.stream().anyMatch(x -> x.from() > 7);
                                if (!whole) return;
                                into.add(
                                        new PriorityMap(
                                                "",
                                                End.OWN,
                                                PriorityMap.Kind.DSCP_TO_PRIORITY,
                                                entries,
                                                "DSCP_TO_TC_MAP",
                                                where.of(e.getKey())));
                            });
        }

        private List<PriorityMap.Entry> entries(
                JsonNode map, int most, String table, String... path) {
            List<PriorityMap.Entry> entries = new ArrayList<>();
            map.properties()
                    .forEach(
                            e -> {
                                OptionalInt from = Numbers.toInt(e.getKey());
                                OptionalInt to = Numbers.toInt(e.getValue().asString(""));
                                if (from.isEmpty() || to.isEmpty()) return;
                                if (from.getAsInt() < 0 || from.getAsInt() > most) return;
                                entries.add(
                                        new PriorityMap.Entry(
                                                from.getAsInt(),
                                                to.getAsInt(),
                                                where.of(joined(table, path, e.getKey()))));
                            });
            return entries;
        }

        private static String[] joined(String table, String[] path, String last) {
            return Stream.of(Stream.of(table), Stream.of(path), Stream.of(last))
                    .flatMap(s -> s)
                    .toArray(String[]::new);
        }

        private void pfc(String port, JsonNode settings) {
            Optional<String> list = Json.text(settings, "pfc_enable");
            // What is there and cannot be read says neither that a priority pauses nor that none.
            if (list.isEmpty() && settings.has("pfc_enable")) return;
            Set<Integer> on = list.map(l -> Ports.ofList(l, 7)).orElse(Set.of());
            into.add(
                    new PfcState(
                            port,
                            End.OWN,
                            Optional.of(on.isEmpty() ? PfcState.Mode.OFF : PfcState.Mode.ON),
                            Optional.empty(),
                            Optional.of(new TreeSet<>(on)),
                            Optional.empty(),
                            Map.of("pfc_enable", list.orElse("")),
                            "pfc_enable",
                            list.isPresent()
                                    ? where.of("PORT_QOS_MAP", port, "pfc_enable")
                                    : where.of("PORT_QOS_MAP", port)));
        }

        private void watchdog(String port, JsonNode settings) {
            if (Json.text(settings, "pfc_enable").isEmpty()) return;
            JsonNode watched = members("PFC_WD").get(port);
            into.add(
                    PfcWatchdog.set(
                            port,
                            watched != null,
                            watched == null ? "no PFC_WD" : "PFC_WD",
                            watched == null
                                    ? where.of("PORT_QOS_MAP", port)
                                    : where.of("PFC_WD", port)));
        }

        /// `"Ethernet0|3": {"scheduler": "scheduler.1"}`.
        private void turn(String key, JsonNode settings) {
            int bar = key.indexOf('|');
            JsonNode how =
                    members("SCHEDULER")
                            .get(ConfigTables.reference(settings, "scheduler").orElse(""));
            if (bar < 0 || how == null) return;
            String type = Json.text(how, "type").orElse("");
            Source source = where.of("QUEUE", key, "scheduler");
            for (int queue : Ports.ofList(key.substring(bar + 1), 63)) {
                for (String port : key.substring(0, bar).split(",")) {
                    into.add(
                            new QueueSchedule(
                                    port,
                                    End.OWN,
                                    queue,
                                    type.equals("STRICT")
                                            ? QueueSchedule.Turn.STRICT
                                            : type.endsWith("WRR")
                                                    ? QueueSchedule.Turn.SHARE
                                                    : QueueSchedule.Turn.UNKNOWN,
                                    OptionalInt.empty(),
                                    OptionalInt.empty(),
                                    Set.of(),
                                    Optional.empty(),
                                    type,
                                    source));
                }
            }
        }

        private void port(String name, JsonNode settings) {
            Source source = where.of("PORT", name);
            OptionalInt mtu = Json.integer(settings, "mtu");
            String words = Json.text(settings, "mtu").orElse("");
            into.add(
                    new SwitchPort(
                            name,
                            Json.text(settings, "admin_status").map("up"::equals),
                            Optional.empty(),
                            "",
                            mtu.isEmpty()
                                    ? Optional.empty()
                                    : Optional.of(
                                            new Stated<>(
                                                    mtu.getAsInt(),
                                                    words,
                                                    where.of("PORT", name, "mtu"))),
                            Optional.empty(),
                            Optional.empty(),
                            Json.text(settings, "description"),
                            Map.of(),
                            source));
        }

        private void wred(String name, JsonNode profile) {
            String ecn = Json.text(profile, "ecn").orElse("ecn_none");
            if (profile.path("ecn").isNull()) return;
            Source source = where.of("WRED_PROFILE", name);
            into.add(
                    new QueueEcn(
                            "",
                            name,
                            queues(name),
                            !ecn.equals("ecn_none"),
                            number(profile, name, "green_min_threshold"),
                            number(profile, name, "green_max_threshold"),
                            number(profile, name, "green_drop_probability")
                                    .map(
                                            s ->
                                                    new Stated<>(
                                                            (int) Math.min(s.value(), 100),
                                                            s.words(),
                                                            s.source())),
                            ecn,
                            source));
        }

        private Optional<Stated<Long>> number(JsonNode profile, String name, String member) {
            OptionalLong n = Json.whole(profile, member);
            return n.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new Stated<>(
                                    n.getAsLong(),
                                    Json.text(profile, member).orElse(""),
                                    where.of("WRED_PROFILE", name, member)));
        }

        /// Queues of any port that use a profile: `"QUEUE": {"Ethernet0|3": {"wred_profile": …}}`.
        private Set<Integer> queues(String profile) {
            Set<Integer> all = new TreeSet<>();
            members("QUEUE")
                    .forEach(
                            (key, settings) -> {
                                String used =
                                        ConfigTables.reference(settings, "wred_profile").orElse("");
                                if (used.equals(profile)) {
                                    all.addAll(
                                            Ports.ofList(key.substring(key.indexOf('|') + 1), 63));
                                }
                            });
            return all;
        }

        private void cable(String table, Map.Entry<String, JsonNode> e) {
            Matcher m = LENGTH.matcher(e.getValue().asString(""));
            if (!m.matches()) return;
            Numbers.toDouble(m.group(1))
                    .ifPresent(
                            metres ->
                                    into.add(
                                            new AssumedCable(
                                                    e.getKey(),
                                                    metres,
                                                    "CABLE_LENGTH",
                                                    where.of("CABLE_LENGTH", table, e.getKey()))));
        }
    }
}
