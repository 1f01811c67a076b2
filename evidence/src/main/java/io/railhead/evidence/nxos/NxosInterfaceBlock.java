package io.railhead.evidence.nxos;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.Rates;
import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One port of `show interface`. Settings are named by the words that stand there; those of the
/// counters begin with `RX` or `TX`.
final class NxosInterfaceBlock {
    private static final Pattern HEAD =
            Pattern.compile(
                    "([A-Za-z][\\w-]{0,16}\\d[\\d/.]{0,16}) is"
                            + " ((?:administratively )?(?:up|down)(?: \\(.{1,80}?\\))?)"
                            + "(?:, line protocol is (.{1,80}))?");
    private static final Pattern ADMIN = Pattern.compile("admin state is (up|down).*");
    private static final Pattern HARDWARE =
            Pattern.compile(
                    "Hardware(?::| is) (.{1,80}?), address(?::| is) +([\\da-f.]{14})"
                            + "(?: \\(bia ([\\da-f.]{14})\\))?");
    private static final Pattern MTU =
            Pattern.compile(
                    "MTU (\\d{3,5}) bytes, +BW (\\d{1,12} Kbit) ?,? +DLY (\\d{1,9} usec).*");
    private static final Pattern ADDRESS =
            Pattern.compile("Internet Address is ([\\d.]{7,15})/(\\d{1,2}).*");
    private static final Pattern ENCAPSULATION = Pattern.compile("Encapsulation (\\S+?),.*");
    private static final Pattern LINK =
            Pattern.compile(
                    "((?:full|half|auto)-duplex), (\\d{1,4} [GM]b/s|auto-speed)"
                            + "(?:, media type is (.{1,40}))?.*");
    private static final Pattern RATE =
            Pattern.compile(
                    "\\d{1,3} (?:seconds?|minutes?) (input|output) rate (\\d{1,20}) bits/sec, +"
                            + "(\\d{1,20}) packets/sec");
    private static final Pattern MODE = Pattern.compile("Port mode is (\\S+)");
    private static final Pattern FEC =
            Pattern.compile("(?:Auto-Negotiation is turned \\w+ +)?FEC mode is (\\S{1,20}).*");
    private static final Pattern FLAPPED = Pattern.compile("Last link flapped (.{1,60})");
    private static final Pattern COUNT =
            Pattern.compile("(\\d{1,20}) +([A-Za-z][A-Za-z0-9 .-]*?)(?= +\\d{1,20} |$)");

    /// Rows that say nothing about traffic classes, links or losses.
    private static final Pattern REST =
            Pattern.compile(
                    "(?:reliability|Beacon|Auto-Negotiation|Auto-mdix|Auto-Speed|Rate mode|Switchport"
                            + "|EtherType|EEE|Last clearing|Load-Interval|input rate|Keepalive"
                            + "|ARP type|L3 |ucast:|mcast:|Members in|Belongs to|\\d{1,9} interface resets"
                            + "|Interface|Port Mode|Speed Type|admin fec|oper fec|bandwidth).*");

    private final String port;
    private final Lines.@Nullable Line first;
    private Lines.@Nullable Line last;
    private final Map<String, Stated<String>> settings = new LinkedHashMap<>();
    private String state = "";
    private Optional<Boolean> adminUp = Optional.empty();
    private Optional<Boolean> up = Optional.empty();
    private Optional<Stated<Integer>> mtu = Optional.empty();
    private Optional<Stated<Bandwidth>> speed = Optional.empty();
    private Optional<Stated<String>> fec = Optional.empty();
    private Optional<String> description = Optional.empty();
    private String way = "";

    /// For rows before any heading.
    NxosInterfaceBlock() {
        port = "";
        first = null;
    }

    NxosInterfaceBlock(Lines.Line line) {
        Matcher m = HEAD.matcher(line.stripped());
        port = m.matches() ? m.group(1) : "";
        first = line;
        last = line;
        if (!port.isEmpty()) {
            state = m.group(2);
            up = Optional.of(state.startsWith("up"));
            if (state.startsWith("administratively")) adminUp = Optional.of(false);
            if (m.group(3) != null) put("line protocol", m.group(3), line.source());
        }
    }

    static boolean starts(Lines.Line line) {
        return line.indent() == 0 && HEAD.matcher(line.stripped()).matches();
    }

    private void put(String name, @Nullable String value, Source source) {
        if (value != null) settings.put(name, new Stated<>(value, value, source));
    }

    /// @return whether the line belongs to a port and was understood
    boolean row(Lines.Line line) {
        String s = line.stripped();
        if (s.equalsIgnoreCase("RX") || s.equalsIgnoreCase("TX")) {
            way = s.toUpperCase(java.util.Locale.ROOT);
            return true;
        }
        if (!way.isEmpty() && Character.isDigit(s.charAt(0)) && counts(s, line.source())) {
            last = line;
            return true;
        }
        if (first == null) return false;
        if (!about(s, line.source())) {
            if (!REST.matcher(s).matches()) return false;
            line.ignore();
            return false;
        }
        last = line;
        return true;
    }

    private boolean counts(String s, Source source) {
        Matcher m = COUNT.matcher(s);
        int end = 0;
        while (m.find()) {
            if (!s.substring(end, m.start()).isBlank()) return false;
            end = m.end();
            put(way + " " + m.group(2).strip(), m.group(1), source);
        }
        return end > 0 && s.substring(end).isBlank();
    }

    private boolean about(String s, Source source) {
        Matcher m;
        if ((m = ADMIN.matcher(s)).matches()) {
            adminUp = Optional.of(m.group(1).equals("up"));
        } else if ((m = HARDWARE.matcher(s)).matches()) {
            put("Hardware", m.group(1), source);
            put("address", m.group(2), source);
            put("bia", m.group(3), source);
        } else if (s.startsWith("Description: ")) {
            description = Optional.of(s.substring(13).strip());
        } else if ((m = MTU.matcher(s)).matches()) {
            int bytes = Numbers.toInt(m.group(1)).orElse(0);
            mtu = Optional.of(new Stated<>(bytes, m.group(1) + " bytes", source));
            put("BW", m.group(2), source);
            put("DLY", m.group(3), source);
        } else if ((m = ADDRESS.matcher(s)).matches()) {
            put("Internet Address", m.group(1), source);
            put("prefix length", m.group(2), source);
        } else if ((m = ENCAPSULATION.matcher(s)).matches()) {
            put("Encapsulation", m.group(1), source);
        } else if ((m = LINK.matcher(s)).matches()) {
            put("duplex", m.group(1), source);
            put("speed", m.group(2), source);
            put("media type", m.group(3), source);
            speed = Rates.of(m.group(2), source);
        } else if ((m = RATE.matcher(s)).matches()) {
            // The first of several intervals counts.
            settings.putIfAbsent(
                    m.group(1) + " bits/sec", new Stated<>(m.group(2), m.group(2), source));
            settings.putIfAbsent(
                    m.group(1) + " packets/sec", new Stated<>(m.group(3), m.group(3), source));
        } else if ((m = MODE.matcher(s)).matches()) {
            put("Port mode", m.group(1), source);
        } else if ((m = FLAPPED.matcher(s)).matches()) {
            put("Last link flapped", m.group(1), source);
        } else if (s.startsWith("Input flow-control is ")) {
            put("flow-control", s, source);
        } else if ((m = FEC.matcher(s)).matches()) {
            fec = Optional.of(new Stated<>(m.group(1), s, source));
        } else {
            return false;
        }
        return true;
    }

    List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        Lines.Line from = first;
        Lines.Line to = last;
        if (settings.isEmpty() || (from == null && to == null)) return facts;
        String name = Ports.full(port);
        Source whole =
                from != null && to != null
                        ? from.to(to)
                        : settings.values().iterator().next().source();
        facts.add(
                new SwitchPort(
                        name, adminUp, up, state, mtu, speed, fec, description, settings, whole));
        Counts counts = new Counts(name, facts);
        settings.forEach(
                (key, value) -> {
                    if (key.startsWith("RX ") || key.startsWith("TX ")) count(counts, key, value);
                });
        return facts;
    }

    private static void count(Counts counts, String key, Stated<String> value) {
        QosCounter.Way way = key.startsWith("RX") ? QosCounter.Way.RECEIVED : QosCounter.Way.SENT;
        QosCounter.Measure measure =
                switch (key.substring(3)) {
                    case "CRC", "input error", "output error" -> QosCounter.Measure.ERROR_FRAMES;
                    case "no buffer", "input discard", "output discard", "overrun" ->
                            QosCounter.Measure.DROPPED_PACKETS;
                    case "Rx pause", "Tx pause" -> QosCounter.Measure.GLOBAL_PAUSE_FRAMES;
                    case "input packets", "output packets" -> QosCounter.Measure.PACKETS;
                    case "bytes" -> QosCounter.Measure.BYTES;
                    default -> null;
                };
        if (measure != null) counts.ofPort(way, measure, value.value(), key, value.source());
    }
}
