package io.railhead.evidence.eos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `show qos interfaces`: a block a port with its trust mode, then a row an egress queue: share,
/// shaping, turn, and whether queue lengths mark (`L`, ECN) or drop (`W`, WRED); and its form
/// `show qos interfaces trust`, a row a port.
@AutoService(Parser.class)
public final class EosQosInterfaces implements Parser {
    private static final Pattern PORT =
            Pattern.compile("((?:Ethernet|Port-Channel|Et|Po) ?\\d[\\d/]{0,12}):");
    private static final Pattern TRUST =
            Pattern.compile("Trust Mode: *([A-Za-z]{3,12})\\b(?: *\\(?/?.*)?");

    /// `show qos interfaces trust`: a row a port, operational before configured.
    private static final Pattern TRUST_ROW =
            Pattern.compile(
                    "((?:Et|Po)\\d[\\d/]{0,12}) +(DSCP|COS|UNTRUSTED) +(DSCP|COS|UNTRUSTED)");

    private static final Pattern QUEUE =
            Pattern.compile(
                    "(?:UC|MC)? ?(\\d{1,2}) +(\\d{1,3}|-) ?/ ?(\\d{1,3}|-) +(\\S.{0,60}?) +"
                            + "(SP|RR|-) ?/ ?(SP|RR|-) +([A-Z-]{1,3})(?: +.*)?");
    private static final Pattern REST =
            Pattern.compile(
                    "(?:Default (?:COS|DSCP)|Port shaping|Note:|Legend:|RR ->|SP ->|D ->|- ->|% -|Tx +Bandwidth"
                            + "|Queue +\\(|Port +Trust Mode|Operational +Configured|L ->|W ->|E ->|ECN|WRED|Guaranteed).*|-{3,}",
                    Pattern.CASE_INSENSITIVE);

    @Override
    public String name() {
        return "eos-show-qos-interfaces";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PortTrust.class, QueueEcn.class, QueueSchedule.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "qos", "interfaces")
                || ShowCommand.is(command, "qos", "interface");
    }

    @Override
    public boolean recognises(String text) {
        boolean table = text.contains("Trust Mode");
        return text.lines()
                .map(String::strip)
                .anyMatch(
                        l ->
                                l.length() < 200
                                        && (TRUST.matcher(l).matches()
                                                || (table && TRUST_ROW.matcher(l).matches())));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        String port = "";
        for (Lines.Line line : lines) {
            String s = line.stripped();
            if (!line.isLeft() || s.length() > 400) continue;
            Matcher head = PORT.matcher(s);
            Matcher trust = TRUST.matcher(s);
            Matcher row = TRUST_ROW.matcher(s);
            Matcher queue = QUEUE.matcher(s);
            if (head.matches()) {
                port = Ports.full(head.group(1).replace(" ", ""));
                line.read();
            } else if (row.matches()) {
                facts.add(trust(Ports.full(row.group(1)), row.group(2), line.read()));
            } else if (trust.matches()) {
                facts.add(trust(port, trust.group(1), line.read()));
            } else if (queue.matches()) {
                queue(port, queue, line.read(), facts);
            } else if (REST.matcher(s).matches()) {
                line.ignore();
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }

    private static PortTrust trust(String port, String word, Lines.Line line) {
        Set<PortTrust.Field> fields =
                switch (word.toUpperCase(Locale.ROOT)) {
                    case "DSCP" -> Set.of(PortTrust.Field.DSCP);
                    case "COS" -> Set.of(PortTrust.Field.PCP);
                    default -> Set.of();
                };
        return new PortTrust(port, fields, word, line.source());
    }

    private static void queue(String port, Matcher m, Lines.Line line, List<Fact> facts) {
        OptionalInt number = Numbers.toInt(m.group(1));
        if (number.isEmpty()) return;
        // Operational before configured.
        OptionalInt percent = Numbers.toInt(m.group(2));
        String turn = m.group(5).equals("-") ? m.group(6) : m.group(5);
        facts.add(
                new QueueSchedule(
                        port,
                        End.OWN,
                        number.getAsInt(),
                        switch (turn) {
                            case "SP" -> QueueSchedule.Turn.STRICT;
                            case "RR" -> QueueSchedule.Turn.SHARE;
                            default -> QueueSchedule.Turn.UNKNOWN;
                        },
                        turn.equals("SP") ? OptionalInt.empty() : percent,
                        OptionalInt.empty(),
                        Set.of(),
                        Optional.empty(),
                        turn,
                        line.source()));
        boolean marks = m.group(7).contains("L") || m.group(7).contains("E");
        facts.add(
                new QueueEcn(
                        port,
                        "",
                        Set.of(number.getAsInt()),
                        marks,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        m.group(7),
                        line.source()));
    }
}
