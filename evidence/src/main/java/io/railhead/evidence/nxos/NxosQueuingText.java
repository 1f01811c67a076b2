package io.railhead.evidence.nxos;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.Source;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The tables and boxes of `show queuing` on Nexus 9000.
final class NxosQueuingText {
    private static final Pattern PLACE =
            Pattern.compile("(Egress|Ingress) Queuing for (\\S{1,40})(?: \\[(\\w{1,20})\\])?");
    private static final Pattern SCHEDULE =
            Pattern.compile(
                    "(\\d) +(-|\\d{1,3}) +(-|\\d) +(-|\\d{1,12}) +(-|\\d{1,12}) +(-|\\w{1,8})"
                            + " +(-|\\d{1,12}(?:\\(\\w\\))?)");
    private static final Pattern BUFFER =
            Pattern.compile("(\\d) +(-|\\d{1,12}) +(-|\\d{1,12}) +(-|\\d{1,12})");
    private static final Pattern BOX =
            Pattern.compile("\\| *(?:(QOS) GROUP (\\d)|(CONTROL|SPAN) QOS GROUP(?: \\d)?) *\\|?");
    private static final Pattern COLUMNS = Pattern.compile("\\| *\\|((?: *[A-Za-z][\\w ]*\\|?)+)");
    private static final Pattern ROW =
            Pattern.compile(
                    "\\| *([A-Za-z][\\w/& ]{2,40}?) *\\|((?: *(?:\\d{1,20}|-) *\\|?){1,4})");
    private static final Pattern DROPS =
            Pattern.compile(
                    "((?:Hi|Low|High) Priority|Ingress Overflow|Ingress MMU|WRED)"
                            + " Drop (Pkts|Bytes|Byts):? +(\\d{1,20})");
    private static final Pattern TOTALS =
            Pattern.compile("TxPPP: *(\\d{1,20}), *RxPPP: *(\\d{1,20})");
    private static final Pattern PAUSES =
            Pattern.compile(
                    "([0-7]) +(?:QOS GROUP )?(\\d)(?: +\\d{1,3})? +(Active|Inactive) +(\\d{1,20})"
                            + " +(Active|Inactive) +(\\d{1,20})");

    private static final Pattern REST =
            Pattern.compile(
                    "slot +\\d+|QoS-Group# .*|Min +Max +Units.*|Buff Size .*|PFC_COS .*|COS +QOS.*"
                            + "|(?:Per Port|Per Slice) Ingress Statistics|Port Egress Statistics"
                            + "|PFC Statistics|Ingress MMU Statistics");

    private final Lines lines;
    private final List<Fact> facts = new ArrayList<>();
    private final List<PriorityMap.Entry> groups = new ArrayList<>();
    private String port;
    private boolean ingress;
    private boolean slice;
    private OptionalInt group = OptionalInt.empty();
    private String box = "";
    private List<String> columns = List.of();

    NxosQueuingText(String port, Lines lines) {
        this.port = Ports.full(port);
        this.lines = lines;
    }

    List<Fact> facts() {
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            String s = line.stripped();
            if (Ports.isRuler(s)) {
                line.ignore();
            } else if (REST.matcher(s).matches()) {
                slice = s.startsWith("Per Slice") || (slice && !s.startsWith("P"));
                line.ignore();
            } else if (table(s, line.source()) || counters(s, line.source())) {
                line.read();
            }
        }
        pauseGroups();
        return facts;
    }

    private boolean table(String s, Source source) {
        Matcher m;
        if ((m = PLACE.matcher(s)).matches()) {
            pauseGroups();
            ingress = m.group(1).equals("Ingress");
            port = Ports.full(m.group(2));
            slice = false;
        } else if (!ingress && (m = SCHEDULE.matcher(s)).matches()) {
            schedule(m, source);
        } else if ((m = BUFFER.matcher(s)).matches()) {
            buffer(m, source);
        } else if ((m = BOX.matcher(s)).matches()) {
            group = m.group(2) == null ? OptionalInt.empty() : Numbers.toInt(m.group(2));
            box = m.group(3) == null ? "" : m.group(3) + " ";
        } else if ((m = COLUMNS.matcher(s)).matches()) {
            List<String> names = new ArrayList<>();
            for (String name : m.group(1).split("\\|")) names.add(name.strip());
            columns = names;
        } else {
            return false;
        }
        return true;
    }

    private void schedule(Matcher m, Source source) {
        OptionalInt percent = Numbers.toInt(m.group(2));
        OptionalInt level = Numbers.toInt(m.group(3));
        facts.add(
                new QueueSchedule(
                        port,
                        End.OWN,
                        m.group(1).charAt(0) - '0',
                        level.isPresent()
                                ? QueueSchedule.Turn.STRICT
                                : percent.isPresent()
                                        ? QueueSchedule.Turn.SHARE
                                        : QueueSchedule.Turn.UNKNOWN,
                        percent,
                        level,
                        Set.of(),
                        Optional.of(m.group(7)).filter(l -> !l.equals("-")),
                        level.isPresent() ? "PrioLevel" : "Bandwidth%",
                        source));
    }

    /// Groups without pause have dashes: there is no buffer of their own.
    private void buffer(Matcher m, Source source) {
        OptionalLong bytes = Numbers.toLong(m.group(2));
        if (bytes.isEmpty()) return;
        OptionalLong xoff = Numbers.toLong(m.group(3));
        facts.add(
                new PortBuffer(
                        port,
                        PortBuffer.Kind.INGRESS,
                        "",
                        Numbers.toInt(m.group(1)),
                        bytes,
                        xoff,
                        Numbers.toLong(m.group(4)),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.of(xoff.isPresent()),
                        Set.of(),
                        "Buff Size, Pause Th, Resume Th",
                        source));
    }

    private boolean counters(String s, Source source) {
        Matcher m;
        if ((m = ROW.matcher(s)).matches()) {
            return box(m.group(1).strip(), m.group(2).split("\\|"), source);
        }
        Counts counts = new Counts(slice ? "" : port, facts);
        if ((m = DROPS.matcher(s)).matches()) {
            boolean egress = m.group(1).equals("WRED");
            counts.ofPort(
                    egress ? QosCounter.Way.SENT : QosCounter.Way.RECEIVED,
                    m.group(2).equals("Pkts")
                            ? QosCounter.Measure.DROPPED_PACKETS
                            : QosCounter.Measure.DROPPED_BYTES,
                    m.group(3),
                    (slice ? "Per Slice " : "") + m.group(1) + " Drop " + m.group(2),
                    source);
        } else if ((m = TOTALS.matcher(s)).matches()) {
            QosCounter.Measure frames = QosCounter.Measure.PAUSE_FRAMES;
            Counts ofPort = new Counts(port, facts);
            ofPort.ofPort(QosCounter.Way.SENT, frames, m.group(1), "TxPPP", source);
            ofPort.ofPort(QosCounter.Way.RECEIVED, frames, m.group(2), "RxPPP", source);
        } else if ((m = PAUSES.matcher(s)).matches()) {
            pauses(m, source);
        } else {
            return false;
        }
        return true;
    }

    private void pauses(Matcher m, Source source) {
        int cos = m.group(1).charAt(0) - '0';
        groups.add(new PriorityMap.Entry(cos, m.group(2).charAt(0) - '0', source));
        Counts counts = new Counts(port, facts);
        counts.of(
                QosCounter.Scope.PRIORITY,
                cos,
                QosCounter.Way.SENT,
                QosCounter.Measure.PAUSE_FRAMES,
                m.group(4),
                "TxCount, TxPause " + m.group(3),
                source);
        counts.of(
                QosCounter.Scope.PRIORITY,
                cos,
                QosCounter.Way.RECEIVED,
                QosCounter.Measure.PAUSE_FRAMES,
                m.group(6),
                "RxCount, RxPause " + m.group(5),
                source);
    }

    /// A row of a group's box: one number for unicast, one for multicast.
    private boolean box(String name, String[] values, Source source) {
        Optional<QosCounter.Measure> measure = measure(name);
        if (measure.isEmpty()) return false;
        Counts counts = new Counts(port, facts);
        for (int i = 0; i < values.length; i++) {
            String value = values[i].strip();
            String column = i < columns.size() ? columns.get(i) : "";
            String term = (box + name + " " + column).strip();
            if (group.isPresent()) {
                counts.of(
                        QosCounter.Scope.QUEUE,
                        group.getAsInt(),
                        QosCounter.Way.SENT,
                        measure.get(),
                        value,
                        term,
                        source);
            } else {
                counts.ofPort(QosCounter.Way.SENT, measure.get(), value, term, source);
            }
        }
        return true;
    }

    private static Optional<QosCounter.Measure> measure(String name) {
        boolean bytes = name.endsWith("Byts") || name.endsWith("Bytes");
        if (name.contains("Depth")) return Optional.of(QosCounter.Measure.DEPTH_BYTES);
        if (name.contains("ECN")) return Optional.of(QosCounter.Measure.ECN_MARKED_PACKETS);
        if (name.contains("Drop")) {
            return Optional.of(
                    bytes ? QosCounter.Measure.DROPPED_BYTES : QosCounter.Measure.DROPPED_PACKETS);
        }
        if (name.startsWith("Tx")) {
            return Optional.of(bytes ? QosCounter.Measure.BYTES : QosCounter.Measure.PACKETS);
        }
        return Optional.empty();
    }

    private void pauseGroups() {
        if (groups.isEmpty()) return;
        Source first = groups.getFirst().source();
        facts.add(
                new PriorityMap(
                        port,
                        End.OWN,
                        PriorityMap.Kind.PRIORITY_TO_QUEUE,
                        groups,
                        "PFC_COS QOS_Group",
                        new Source(
                                first.document(),
                                first.firstLine(),
                                groups.getLast().source().lastLine())));
        groups.clear();
    }
}
