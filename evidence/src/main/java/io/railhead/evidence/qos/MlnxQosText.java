package io.railhead.evidence.qos;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.DcbxState;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The rows that `mlnx_qos` prints, one after the other.
final class MlnxQosText {
    private static final Pattern DCBX = Pattern.compile("DCBX mode: *(\\w+) controlled.*");
    private static final Pattern TRUST = Pattern.compile("Priority trust state: *(\\w+)");
    private static final Pattern DSCP =
            Pattern.compile("prio: ?([0-7]) dscp: ?((?:\\d{1,2},? ?){1,64})");
    private static final Pattern BUFFERS =
            Pattern.compile(
                    "Receive buffer size \\(bytes\\): *((?:\\d{1,10},?){1,16})"
                            + "(?:max_buffer_size=(\\d{1,10}))?,?");
    private static final Pattern CABLE = Pattern.compile("Cable len: *(\\d{1,5})");
    private static final Pattern BITS =
            Pattern.compile("(priority|enabled|buffer) +((?:\\d{1,2} *){8})");
    private static final Pattern CLASS =
            Pattern.compile(
                    "tc: ?(\\d{1,2}) ratelimit: ?([^,]{1,40}), tsa: ?(\\w+)"
                            + "(?:, bw: ?(\\d{1,3})%)?");
    private static final Pattern MEMBER = Pattern.compile("priority: +([0-7])");

    /// Headings, banners and what stands for nothing.
    private static final Pattern EMPTY =
            Pattern.compile(
                    "dscp2prio mapping:|PFC configuration:|default priority:.*|\\*{4,}.*\\*{4,}");

    private final String port;
    private final Lines lines;
    private final List<Fact> facts = new ArrayList<>();
    private final List<PriorityMap.Entry> dscps = new ArrayList<>();
    private final List<PriorityMap.Entry> toClass = new ArrayList<>();

    /// A traffic class until its priorities have been read.
    private record Open(Matcher row, Lines.Line line, Set<Integer> priorities) {}

    private @Nullable Open open;

    MlnxQosText(String port, Lines lines) {
        this.port = port;
        this.lines = lines;
    }

    List<Fact> facts() {
        for (Lines.Line line : lines) {
            if (line.isLeft() && line.text().length() < 2000 && row(line)) line.read();
        }
        close();
        map(PriorityMap.Kind.DSCP_TO_PRIORITY, dscps, "dscp2prio");
        map(PriorityMap.Kind.PRIORITY_TO_QUEUE, toClass, "tc");
        return facts;
    }

    private boolean row(Lines.Line line) {
        String s = line.stripped();
        Source source = line.source();
        Matcher m;
        if ((m = DCBX.matcher(s)).matches()) {
            Optional<DcbxState.Owner> owner =
                    switch (m.group(1)) {
                        case "OS" -> Optional.of(DcbxState.Owner.OS);
                        case "Firmware", "FW" -> Optional.of(DcbxState.Owner.FIRMWARE);
                        default -> Optional.empty();
                    };
            facts.add(
                    new DcbxState(
                            port, owner, Optional.empty(), m.group(1) + " controlled", source));
        } else if ((m = TRUST.matcher(s)).matches()) {
            facts.add(new PortTrust(port, trusted(m.group(1)), m.group(1), source));
        } else if ((m = DSCP.matcher(s)).matches()) {
            int priority = digit(m.group(1));
            for (String dscp : m.group(2).split("[, ]+")) {
                Numbers.toInt(dscp)
                        .ifPresent(d -> dscps.add(new PriorityMap.Entry(d, priority, source)));
            }
        } else if ((m = BUFFERS.matcher(s)).matches()) {
            buffers(m, source);
        } else if ((m = CABLE.matcher(s)).matches()) {
            double metres = Numbers.toDouble(m.group(1)).orElse(0);
            facts.add(new AssumedCable(port, metres, "Cable len", source));
        } else if ((m = BITS.matcher(s)).matches()) {
            bits(m.group(1), m.group(2).strip().split(" +"), source);
        } else if ((m = CLASS.matcher(s)).matches()) {
            close();
            open = new Open(m, line, new TreeSet<>());
        } else if (open != null && (m = MEMBER.matcher(s)).matches()) {
            int priority = digit(m.group(1));
            open.priorities.add(priority);
            Numbers.toInt(open.row.group(1))
                    .ifPresent(tc -> toClass.add(new PriorityMap.Entry(priority, tc, source)));
        } else {
            return EMPTY.matcher(s).matches();
        }
        return true;
    }

    static Set<PortTrust.Field> trusted(String word) {
        return switch (word) {
            case "dscp" -> Set.of(PortTrust.Field.DSCP);
            case "pcp" -> Set.of(PortTrust.Field.PCP);
            default -> Set.of();
        };
    }

    private static int digit(String s) {
        return s.charAt(0) - '0';
    }

    private void buffers(Matcher m, Source source) {
        int index = 0;
        for (String size : m.group(1).split(",")) {
            OptionalLong bytes = Numbers.toLong(size);
            if (bytes.isEmpty()) continue;
            facts.add(
                    PortBuffer.sized(
                            port,
                            PortBuffer.Kind.RECEIVE,
                            OptionalInt.of(index++),
                            bytes.getAsLong(),
                            "Receive buffer size",
                            source));
        }
        if (m.group(2) != null) {
            Numbers.toLong(m.group(2))
                    .ifPresent(
                            all ->
                                    facts.add(
                                            PortBuffer.sized(
                                                    port,
                                                    PortBuffer.Kind.TOTAL,
                                                    OptionalInt.empty(),
                                                    all,
                                                    "max_buffer_size",
                                                    source)));
        }
    }

    private void bits(String what, String[] values, Source source) {
        if (what.equals("enabled")) {
            Set<Integer> on = new TreeSet<>();
            for (int p = 0; p < values.length; p++) if (values[p].equals("1")) on.add(p);
            facts.add(
                    new PfcState(
                            port,
                            End.OWN,
                            Optional.of(on.isEmpty() ? PfcState.Mode.OFF : PfcState.Mode.ON),
                            Optional.empty(),
                            Optional.of(on),
                            Optional.empty(),
                            Map.of(),
                            "enabled",
                            source));
        } else if (what.equals("buffer")) {
            List<PriorityMap.Entry> entries = new ArrayList<>();
            for (int p = 0; p < values.length; p++) {
                int priority = p;
                Numbers.toInt(values[p])
                        .ifPresent(b -> entries.add(new PriorityMap.Entry(priority, b, source)));
            }
            map(PriorityMap.Kind.PRIORITY_TO_BUFFER, entries, "buffer");
        }
    }

    private void close() {
        Open done = open;
        open = null;
        if (done == null) return;
        QueueSchedule.Turn turn =
                switch (done.row.group(3)) {
                    case "ets" -> QueueSchedule.Turn.SHARE;
                    case "strict" -> QueueSchedule.Turn.STRICT;
                    case "vendor" -> QueueSchedule.Turn.VENDOR;
                    default -> QueueSchedule.Turn.UNKNOWN;
                };
        facts.add(
                new QueueSchedule(
                        port,
                        End.OWN,
                        Numbers.toInt(done.row.group(1)).orElse(0),
                        turn,
                        done.row.group(4) == null
                                ? OptionalInt.empty()
                                : Numbers.toInt(done.row.group(4)),
                        OptionalInt.empty(),
                        done.priorities,
                        Optional.of(done.row.group(2).strip()),
                        done.row.group(3),
                        done.line.source()));
    }

    private void map(PriorityMap.Kind kind, List<PriorityMap.Entry> entries, String term) {
        if (entries.isEmpty()) return;
        Source first = entries.getFirst().source();
        facts.add(
                new PriorityMap(
                        port,
                        End.OWN,
                        kind,
                        entries,
                        term,
                        new Source(
                                first.document(),
                                first.firstLine(),
                                entries.getLast().source().lastLine())));
    }
}
