package io.railhead.switches.sonic;

import io.railhead.fabric.EcnThresholds;
import io.railhead.fabric.LosslessDesign;
import io.railhead.fabric.PortDesign;
import io.railhead.model.intent.Lossless;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import io.railhead.switches.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// SONiC: everything stands in CONFIG_DB, tables of keys with fields (SONiC configuration schema,
/// `qos_config.j2` and `buffers_config.j2`). Stock maps put DSCP 26 into a lossy class; headroom is
/// the switch's own business once it knows speed, cable and which priority is lossless.
public final class Sonic implements Dialect {
    /// The name that SONiC's template gives its maps.
    private static final String STOCK = "AZURE";

    @Override
    public String showRunning() {
        return "show runningconfiguration all";
    }

    @Override
    public Map<String, String> running(String text) {
        return ConfigDb.read(text);
    }

    @Override
    public List<String> enter(List<Difference> differences, Map<String, String> running) {
        return ConfigDb.patch(differences, running);
    }

    @Override
    public String shown(Statement statement, String line) {
        String table = statement.section().getFirst() + " / ";
        String place = statement.slot().substring(table.length()).replaceFirst(" / $", "");
        return line.isEmpty() ? place : place + " = " + line;
    }

    @Override
    public List<Statement> lossless(LosslessDesign design, Map<String, String> running) {
        return new Words(design, running).all();
    }

    /// One switch's statements.
    private static final class Words {
        private final LosslessDesign design;
        private final Lossless wanted;
        private final Map<String, String> running;
        private final String priority;
        private final Map<String, Statement> out = new LinkedHashMap<>();

        Words(LosslessDesign design, Map<String, String> running) {
            this.design = design;
            this.wanted = design.wanted();
            this.running = running;
            this.priority = Integer.toString(wanted.priority());
        }

        List<Statement> all() {
            for (PortDesign port : design.ports()) {
                maps(port);
            }
            want("PFC_WD", "GLOBAL", "POLL_INTERVAL", "200", "paused queues are looked after");
            for (PortDesign port : design.ports()) {
                port(port);
            }
            return new ArrayList<>(out.values());
        }

        /// The maps that the port is bound to, or stock ones.
        private void maps(PortDesign port) {
            String dscp = bound(port, "dscp_to_tc_map");
            String why = "RoCE is sorted by its DSCP; stock maps put it into a lossy class";
            want("DSCP_TO_TC_MAP", dscp, Integer.toString(wanted.dscp()), priority, why);
            if (wanted.cnpDscp().isPresent()) {
                String cnp = Integer.toString(wanted.cnpPriority().orElse(6));
                String first = "notifications do not wait behind the data they are about";
                want(
                        "DSCP_TO_TC_MAP",
                        dscp,
                        Integer.toString(wanted.cnpDscp().getAsInt()),
                        cnp,
                        first);
                want("TC_TO_QUEUE_MAP", bound(port, "tc_to_queue_map"), cnp, cnp, first);
            }
            want(
                    "TC_TO_QUEUE_MAP",
                    bound(port, "tc_to_queue_map"),
                    priority,
                    priority,
                    "the class has its queue");
            want(
                    "TC_TO_PRIORITY_GROUP_MAP",
                    bound(port, "tc_to_pg_map"),
                    priority,
                    priority,
                    "the class has a priority group of its own, with headroom");
            want(
                    "MAP_PFC_PRIORITY_TO_QUEUE",
                    bound(port, "pfc_to_queue_map"),
                    priority,
                    priority,
                    "a pause for the priority stops its queue");
        }

        private void port(PortDesign port) {
            String name = port.port();
            want("PORT", name, "mtu", Integer.toString(mtu(port)), "jumbo frames pass");
            for (String map :
                    List.of(
                            "dscp_to_tc_map",
                            "tc_to_queue_map",
                            "tc_to_pg_map",
                            "pfc_to_queue_map")) {
                want("PORT_QOS_MAP", name, map, bound(port, map), "the port uses the map");
            }
            want("PORT_QOS_MAP", name, "pfc_enable", priority, "PFC on this priority and no other");
            want(
                    "PORT_QOS_MAP",
                    name,
                    "pfcwd_sw_enable",
                    priority,
                    "a paused queue is looked after");
            want(
                    "CABLE_LENGTH",
                    STOCK,
                    name,
                    String.format(Locale.ROOT, "%.0fm", Math.max(1, Math.ceil(port.metres()))),
                    "headroom is reckoned with the cable's length");
            want("PFC_WD", name, "action", "drop", "a queue that is paused for good is let go");
            want("PFC_WD", name, "detection_time", "200", "milliseconds of pause without end");
            want("PFC_WD", name, "restoration_time", "200", "milliseconds without pause");
            port.ecn().ifPresent(e -> marking(port, e));
        }

        private void marking(PortDesign port, EcnThresholds ecn) {
            String profile =
                    String.format(
                            Locale.ROOT,
                            "RAILHEAD_%.0fG_%dK",
                            port.rate().asGbps(),
                            ecn.kminBytes() / 1024);
            String why = "senders slow down before they are paused";
            want("WRED_PROFILE", profile, "ecn", "ecn_all", why);
            for (String colour : List.of("green", "yellow", "red")) {
                want("WRED_PROFILE", profile, "wred_" + colour + "_enable", "true", why);
                want(
                        "WRED_PROFILE",
                        profile,
                        colour + "_min_threshold",
                        Long.toString(ecn.kminBytes()),
                        why);
                want(
                        "WRED_PROFILE",
                        profile,
                        colour + "_max_threshold",
                        Long.toString(ecn.kmaxBytes()),
                        why);
                want(
                        "WRED_PROFILE",
                        profile,
                        colour + "_drop_probability",
                        Integer.toString(ecn.pmaxPercent()),
                        why);
            }
            want(
                    "QUEUE",
                    port.port() + "|" + priority,
                    "wred_profile",
                    profile,
                    "the queue that carries RoCE marks");
        }

        /// A port that lets larger frames pass than are needed is left so: its peer may send them.
        private int mtu(PortDesign port) {
            String now = running.getOrDefault(ConfigDb.slot("PORT", port.port(), "mtu"), "");
            return now.matches("\\d{4,5}")
                    ? Math.max(port.mtu(), Integer.parseInt(now))
                    : port.mtu();
        }

        private String bound(PortDesign port, String map) {
            String slot = ConfigDb.slot("PORT_QOS_MAP", port.port(), map);
            return Optional.ofNullable(running.get(slot)).map(Words::plain).orElse(STOCK);
        }

        /// Older releases write references as `[DSCP_TO_TC_MAP|AZURE]`.
        private static String plain(String reference) {
            String inner =
                    reference.startsWith("[") && reference.endsWith("]")
                            ? reference.substring(1, reference.length() - 1)
                            : reference;
            return inner.substring(inner.lastIndexOf('|') + 1);
        }

        private void want(String table, String key, String field, String value, String why) {
            String slot = ConfigDb.slot(table, key, field);
            String was = running.getOrDefault(slot, "");
            String line = was.startsWith("[") && plain(was).equals(value) ? was : value;
            out.putIfAbsent(slot, new Statement(List.of(table, key), slot, Optional.of(line), why));
        }
    }
}
