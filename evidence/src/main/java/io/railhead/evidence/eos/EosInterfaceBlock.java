package io.railhead.evidence.eos;

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

/// One port of `show interfaces`.
final class EosInterfaceBlock {
    private static final Pattern HEAD =
            Pattern.compile(
                    "([A-Za-z][\\w-]{0,16}\\d[\\d/.]{0,16}) is ((?:administratively )?(?:up|down)),"
                            + " line protocol is (\\w{2,20} \\(\\w{2,20}\\))");
    private static final Pattern HARDWARE =
            Pattern.compile(
                    "Hardware is ([\\w-]{1,30})(?:, address is ([\\da-f.]{14})"
                            + "(?: \\(bia ([\\da-f.]{14})\\))?)?");
    private static final Pattern MTU =
            Pattern.compile("(?:IP|Ethernet) MTU (\\d{3,5}) bytes(?: ?, BW (\\d{1,12} kbit))?.*");
    private static final Pattern LINK =
            Pattern.compile("(Full|Half)-duplex, (\\S{2,20}?)(?:,| ?$).*");
    private static final Pattern CHANGES =
            Pattern.compile("(\\d{1,9}) link status changes since last clear");
    private static final Pattern SINCE = Pattern.compile("(?:Up|Down) (.{2,60})");
    private static final Pattern COUNT =
            Pattern.compile("(\\d{1,20}) ([A-Za-z][A-Za-z ]{2,30}?)(?:, |$)");
    private static final Pattern REST =
            Pattern.compile(
                    "(?:Broadcast address|Address determined|Last clearing|\\d{1,3} minutes? (?:in|out)put"
                            + " rate|Received \\d|Sent \\d|Loopback Mode|Active members|Fallback mode|Member of"
                            + "|Secondary|IPv6|No IPv6|Full-duplex|Up |Down |Last flapped|Time).*");

    private final Lines.Line first;
    private Lines.Line last;
    private final String port;
    private final String state;
    private final Map<String, Stated<String>> settings = new LinkedHashMap<>();
    private Optional<Stated<Integer>> mtu = Optional.empty();
    private Optional<Stated<Bandwidth>> speed = Optional.empty();
    private Optional<String> description = Optional.empty();

    EosInterfaceBlock(Lines.Line line) {
        first = line;
        last = line;
        Matcher m = HEAD.matcher(line.text());
        boolean is = m.matches();
        port = is ? m.group(1) : "";
        state = is ? m.group(2) : "";
        if (is) put("line protocol", m.group(3), line.source());
    }

    static boolean starts(String line) {
        return line.length() < 200 && HEAD.matcher(line.stripTrailing()).matches();
    }

    private void put(String name, @Nullable String value, Source source) {
        if (value != null) settings.put(name, new Stated<>(value, value, source));
    }

    void row(Lines.Line line) {
        String s = line.stripped();
        if (about(s, line.source()) || counts(s, line.source())) {
            last = line.read();
        } else if (REST.matcher(s).matches()) {
            line.ignore();
        }
    }

    private boolean about(String s, Source source) {
        Matcher m;
        if ((m = HARDWARE.matcher(s)).matches()) {
            put("Hardware", m.group(1), source);
            put("address", m.group(2), source);
            put("bia", m.group(3), source);
        } else if (s.startsWith("Description: ")) {
            description = Optional.of(s.substring(13).strip());
        } else if (s.startsWith("Internet address is ")) {
            put("Internet address", s.substring(20).strip(), source);
        } else if ((m = MTU.matcher(s)).matches()) {
            int bytes = Numbers.toInt(m.group(1)).orElse(0);
            mtu = Optional.of(new Stated<>(bytes, m.group(1) + " bytes", source));
            put("BW", m.group(2), source);
        } else if ((m = LINK.matcher(s)).matches()) {
            put("duplex", m.group(1), source);
            speed = Rates.of(m.group(2), source);
        } else if ((m = CHANGES.matcher(s)).matches()) {
            put("link status changes", m.group(1), source);
        } else if ((m = SINCE.matcher(s)).matches()) {
            put("since", m.group(1), source);
        } else {
            return false;
        }
        return true;
    }

    /// Rows of counters: `0 runts, 0 giants`; every part must be one.
    private boolean counts(String s, Source source) {
        Matcher m = COUNT.matcher(s);
        int end = 0;
        Map<String, String> found = new LinkedHashMap<>();
        while (m.find() && m.start() == end) {
            end = m.end();
            found.put(m.group(2), m.group(1));
        }
        if (found.isEmpty() || end < s.length()) return false;
        found.forEach((name, value) -> put(name, value, source));
        return true;
    }

    List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        facts.add(
                new SwitchPort(
                        Ports.full(port),
                        Optional.of(!state.startsWith("administratively")),
                        Optional.of(state.equals("up")),
                        state,
                        mtu,
                        speed,
                        Optional.empty(),
                        description,
                        settings,
                        first.to(last)));
        Counts counts = new Counts(Ports.full(port), facts);
        settings.forEach((name, value) -> count(counts, name, value));
        return facts;
    }

    private static void count(Counts counts, String name, Stated<String> value) {
        QosCounter.Measure measure =
                switch (name) {
                    case "CRC", "input errors", "output errors", "symbol" ->
                            QosCounter.Measure.ERROR_FRAMES;
                    case "input discards", "output discards" -> QosCounter.Measure.DROPPED_PACKETS;
                    case "PAUSE input", "PAUSE output" -> QosCounter.Measure.GLOBAL_PAUSE_FRAMES;
                    case "packets input", "packets output" -> QosCounter.Measure.PACKETS;
                    default -> null;
                };
        if (measure == null) return;
        QosCounter.Way way =
                name.contains("output") ? QosCounter.Way.SENT : QosCounter.Way.RECEIVED;
        counts.ofPort(way, measure, value.value(), name, value.source());
    }
}
