package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.qos.Dscp;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.evidence.switching.Wred;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.ServicePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `show policy-map interface X`: the policies in force at a port, their classes, and what became
/// of each class' packets.
@AutoService(Parser.class)
public final class NxosPolicyMap implements Parser {
    private static final Pattern STATUS = Pattern.compile("Global statistics status *: *(\\w+)");
    private static final Pattern PORT = Pattern.compile("[A-Za-z][\\w-]{0,16}\\d[\\d/.]{0,16}");
    private static final Pattern POLICY =
            Pattern.compile("Service-policy *\\(([\\w-]{1,20})\\) *(input|output): *(\\S{1,80})");
    private static final Pattern CLASS =
            Pattern.compile(
                    "Class-map *\\(([\\w-]{1,20})\\): *(\\S{1,80})(?: \\((match-\\w{3})\\))?");
    private static final Pattern LEVEL = Pattern.compile("priority level (\\d)");
    private static final Pattern SHARE =
            Pattern.compile("bandwidth(?: remaining)? percent (\\d{1,3})");
    private static final Pattern MATCH = Pattern.compile("Match: (?:ip )?(dscp|cos) +(.{1,200})");
    private static final Pattern SET = Pattern.compile("set qos-group (\\d)");
    private static final Pattern COUNT =
            Pattern.compile(
                    "(queue dropped pkts|queue depth in bytes|queue transmit pkts) : *(\\d{1,20})");
    private static final Pattern PACKETS = Pattern.compile("(\\d{1,20}) packets(?:, .*)?");

    /// Queue of a class' name: 3 of `c-out-8q-q3`, 0 of `c-out-8q-q-default`.
    private static final Pattern QUEUE = Pattern.compile("c-out-(?:\\dq-)?q(?:(\\d)|-default)");

    private static final String RANDOM = "random-detect ";
    private static final Pattern REST =
            Pattern.compile(
                    "(?:SNMP Policy Index|Aggregate forwarded|congestion-control|shape |afd ).*");

    @Override
    public String name() {
        return "nxos-show-policy-map-interface";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                ServicePolicy.class,
                QueueEcn.class,
                QueueSchedule.class,
                QosCounter.class,
                PriorityMap.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "policy-map", "interface");
    }

    @Override
    public boolean recognises(String text) {
        return text.contains("Service-policy (")
                && text.lines().anyMatch(l -> POLICY.matcher(l.strip()).matches());
    }

    /// A class until its rows have been read.
    private static final class Open {
        final String name;
        final String rule;
        final OptionalInt queue;
        final Source source;
        Lines.@Nullable Line wred;
        @Nullable Matcher level;
        @Nullable Matcher share;
        final List<Integer> dscps = new ArrayList<>();
        final List<Integer> priorities = new ArrayList<>();

        Open(String name, String rule, Source source) {
            this.name = name;
            this.rule = rule;
            this.source = source;
            Matcher m = QUEUE.matcher(name);
            queue =
                    m.matches()
                            ? OptionalInt.of(m.group(1) == null ? 0 : m.group(1).charAt(0) - '0')
                            : OptionalInt.empty();
        }

        void close(String port, List<Fact> facts) {
            if (queue.isPresent() && wred != null) {
                facts.add(
                        Wred.of(
                                port,
                                Set.of(queue.getAsInt()),
                                wred.stripped().substring(RANDOM.length()),
                                wred.source()));
            }
            if (queue.isEmpty() || (level == null && share == null)) return;
            facts.add(
                    new QueueSchedule(
                            port,
                            End.OWN,
                            queue.getAsInt(),
                            level != null ? QueueSchedule.Turn.STRICT : QueueSchedule.Turn.SHARE,
                            share == null ? OptionalInt.empty() : Numbers.toInt(share.group(1)),
                            level == null ? OptionalInt.empty() : Numbers.toInt(level.group(1)),
                            Set.of(),
                            Optional.empty(),
                            rule.isEmpty() ? name : name + " (" + rule + ")",
                            source));
        }
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        String port = "";
        String direction = "";
        String statistics = "";
        @Nullable Open open = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            String s = line.stripped();
            Matcher m;
            if ((m = STATUS.matcher(s)).matches()) {
                statistics = m.group(1);
                line.read();
            } else if (line.indent() == 0 && PORT.matcher(s).matches()) {
                if (open != null) open.close(port, facts);
                open = null;
                port = Ports.full(s);
                line.read();
            } else if ((m = POLICY.matcher(s)).matches()) {
                if (open != null) open.close(port, facts);
                open = null;
                direction = m.group(2);
                facts.add(
                        new ServicePolicy(
                                port,
                                m.group(1),
                                direction,
                                m.group(3),
                                statistics.isEmpty() ? Map.of() : Map.of("statistics", statistics),
                                line.read().source()));
            } else if ((m = CLASS.matcher(s)).matches()) {
                if (open != null) open.close(port, facts);
                String rule = m.group(3) == null ? "" : m.group(3);
                open = new Open(m.group(2), rule, line.read().source());
            } else if (open != null && ofClass(s, open, port, direction, line, facts)) {
                line.read();
            } else if (REST.matcher(s).matches()) {
                line.ignore();
            }
        }
        if (open != null) open.close(port, facts);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no policy in force"));
        return lines.reading(facts);
    }

    private static boolean ofClass(
            String s, Open open, String port, String direction, Lines.Line line, List<Fact> facts) {
        Matcher m;
        if (s.startsWith(RANDOM)) {
            open.wred = line;
        } else if ((m = LEVEL.matcher(s)).matches()) {
            open.level = m;
        } else if ((m = SHARE.matcher(s)).matches()) {
            open.share = m;
        } else if ((m = MATCH.matcher(s)).matches()) {
            boolean dscp = m.group(1).equals("dscp");
            for (String part : m.group(2).split("[, ]+")) {
                int dash = part.indexOf('-');
                if (dash > 0) {
                    (dscp ? open.dscps : open.priorities).addAll(Ports.ofList(part, 63));
                } else {
                    Dscp.of(part).ifPresent((dscp ? open.dscps : open.priorities)::add);
                }
            }
        } else if ((m = SET.matcher(s)).matches()) {
            int group = m.group(1).charAt(0) - '0';
            map(PriorityMap.Kind.DSCP_TO_PRIORITY, open.dscps, group, port, line, facts);
            map(PriorityMap.Kind.PCP_TO_PRIORITY, open.priorities, group, port, line, facts);
        } else if ((m = COUNT.matcher(s)).matches()) {
            count(m.group(1), m.group(2), open, port, line, facts);
        } else if ((m = PACKETS.matcher(s)).matches()) {
            new Counts(port, facts)
                    .ofPort(
                            direction.equals("output")
                                    ? QosCounter.Way.SENT
                                    : QosCounter.Way.RECEIVED,
                            QosCounter.Measure.PACKETS,
                            m.group(1),
                            open.name + " packets",
                            line.source());
        } else {
            return false;
        }
        return true;
    }

    private static void map(
            PriorityMap.Kind kind,
            List<Integer> from,
            int group,
            String port,
            Lines.Line line,
            List<Fact> facts) {
        if (from.isEmpty()) return;
        facts.add(
                new PriorityMap(
                        port,
                        End.OWN,
                        kind,
                        from.stream()
                                .map(f -> new PriorityMap.Entry(f, group, line.source()))
                                .toList(),
                        "set qos-group",
                        line.source()));
    }

    private static void count(
            String what, String value, Open open, String port, Lines.Line line, List<Fact> facts) {
        QosCounter.Measure measure =
                what.contains("dropped")
                        ? QosCounter.Measure.DROPPED_PACKETS
                        : what.contains("depth")
                                ? QosCounter.Measure.DEPTH_BYTES
                                : QosCounter.Measure.PACKETS;
        Counts counts = new Counts(port, facts);
        String term = open.name + " " + what;
        if (open.queue.isPresent()) {
            counts.of(
                    QosCounter.Scope.QUEUE,
                    open.queue.getAsInt(),
                    QosCounter.Way.SENT,
                    measure,
                    value,
                    term,
                    line.source());
        } else {
            counts.ofPort(QosCounter.Way.SENT, measure, value, term, line.source());
        }
    }
}
