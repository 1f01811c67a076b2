package io.railhead.evidence.nxos;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.Source;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `show queuing interface` of Nexus 5000 and UCS: a block for each QoS group.
final class Nexus5000Queuing {
    private static final Pattern PORT = Pattern.compile("(\\S{1,40}) queuing information:");
    private static final Pattern GROUP = Pattern.compile("qos-group (\\d)");
    private static final Pattern SIZE =
            Pattern.compile("q-size: (\\d{1,12}), HW MTU: (\\d{1,6}) \\(\\d{1,6} configured\\)");
    private static final Pattern DROP =
            Pattern.compile("drop-type: ([\\w-]{1,12}), xon: (\\d{1,12}), xoff: (\\d{1,12})");
    private static final Pattern COUNT = Pattern.compile("([A-Z][\\w -]{5,50}?) *: (\\d{1,20})");
    private static final Pattern PAUSED =
            Pattern.compile("Per-priority-pause status *: (Rx \\(\\w+\\), Tx \\(\\w+\\))");
    private static final Pattern SCHEDULE =
            Pattern.compile("(\\d) +(WRR|priority|DWRR|strict) +(\\d{1,3})");
    private static final Pattern REST =
            Pattern.compile("RX Queuing|TX Queuing|Statistics:|qos-group +sched-type.*|Total .*");

    private final Lines lines;
    private final List<Fact> facts = new ArrayList<>();
    private String port = "";
    private OptionalInt group = OptionalInt.empty();
    private OptionalLong size = OptionalLong.empty();
    private String mtu = "";

    Nexus5000Queuing(Lines lines) {
        this.lines = lines;
    }

    List<Fact> facts() {
        boolean within = false;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            String s = line.stripped();
            Matcher m = PORT.matcher(s);
            if (m.matches()) {
                within = true;
                port = Ports.full(m.group(1));
                group = OptionalInt.empty();
                line.read();
            } else if (within && REST.matcher(s).matches()) {
                line.ignore();
            } else if (within && row(s, line.source())) {
                line.read();
            }
        }
        return facts;
    }

    private boolean row(String s, Source source) {
        Matcher m;
        if ((m = GROUP.matcher(s)).matches()) {
            group = Numbers.toInt(m.group(1));
            size = OptionalLong.empty();
            mtu = "";
        } else if ((m = SIZE.matcher(s)).matches()) {
            size = Numbers.toLong(m.group(1));
            mtu = m.group(2);
        } else if ((m = DROP.matcher(s)).matches()) {
            facts.add(
                    new PortBuffer(
                            port,
                            PortBuffer.Kind.INGRESS,
                            "HW MTU " + mtu,
                            group,
                            size,
                            Numbers.toLong(m.group(3)),
                            Numbers.toLong(m.group(2)),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            Optional.of(m.group(1).equals("no-drop")),
                            Set.of(),
                            "drop-type " + m.group(1),
                            source));
        } else if ((m = PAUSED.matcher(s)).matches()) {
            facts.add(
                    new PfcState(
                            port,
                            End.OWN,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Map.of("Per-priority-pause status", m.group(1)),
                            "Per-priority-pause status",
                            source));
        } else if ((m = SCHEDULE.matcher(s)).matches()) {
            boolean strict = !m.group(2).endsWith("WRR");
            facts.add(
                    new QueueSchedule(
                            port,
                            End.OWN,
                            m.group(1).charAt(0) - '0',
                            strict ? QueueSchedule.Turn.STRICT : QueueSchedule.Turn.SHARE,
                            strict ? OptionalInt.empty() : Numbers.toInt(m.group(3)),
                            OptionalInt.empty(),
                            Set.of(),
                            Optional.empty(),
                            m.group(2),
                            source));
        } else if ((m = COUNT.matcher(s)).matches()) {
            return count(m.group(1).strip(), m.group(2), source);
        } else {
            return false;
        }
        return true;
    }

    private boolean count(String name, String value, Source source) {
        boolean sent = name.startsWith("Pkts sent to the port");
        boolean discarded = name.contains("discarded");
        if (!name.contains("Pkts") && !name.contains("pkts")) return false;
        Counts counts = new Counts(port, facts);
        QosCounter.Way way = sent ? QosCounter.Way.SENT : QosCounter.Way.RECEIVED;
        QosCounter.Measure measure =
                discarded ? QosCounter.Measure.DROPPED_PACKETS : QosCounter.Measure.PACKETS;
        // Packets to and from the crossbar are neither received nor sent by the port.
        if (name.contains("cross-bar")) return true;
        if (group.isPresent()) {
            counts.of(QosCounter.Scope.QUEUE, group.getAsInt(), way, measure, value, name, source);
        } else {
            counts.ofPort(way, measure, value, name, source);
        }
        return true;
    }
}
