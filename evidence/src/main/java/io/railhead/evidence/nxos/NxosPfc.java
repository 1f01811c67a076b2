package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `show interface priority-flow-control`, one row a port, and with `detail` one block a port.
/// The bitmap is hexadecimal, bit N for CoS N; a port that is off has none.
@AutoService(Parser.class)
public final class NxosPfc implements Parser {
    private static final Pattern HEADER = Pattern.compile("Port +Mode +Oper ?\\(VL bmap\\).*");
    private static final Pattern LEGEND = Pattern.compile("(?:RxPPP|TxPPP): No\\. of.*");
    private static final Pattern ROW =
            Pattern.compile(
                    "([A-Za-z]\\S{2,30}) +(On|Off|Auto) +(On|Off) *(?:\\(([0-9A-Fa-f]{1,2})\\))?"
                            + " +(\\d{1,20}|-+) +(\\d{1,20}|-+)");
    private static final Pattern PORT = Pattern.compile("[A-Za-z][\\w-]{0,16}\\d[\\d/.]{0,16}:?");
    private static final Pattern KEY = Pattern.compile("([A-Z][\\w ]{2,30}): *(\\S.{0,30})?");
    private static final Pattern PRIORITIES =
            Pattern.compile("\\|? *(?:\\| *Priority ?\\d *){1,8}\\|?");
    private static final Pattern COUNTS =
            Pattern.compile("(Rx|Tx) *((?:\\| *\\d{1,20} *){1,8})\\|?");
    private static final Pattern DETAIL =
            Pattern.compile("(?m)^ {2,}Admin Mode: .*\\R {2,}Oper Mode: ");

    @Override
    public String name() {
        return "nxos-show-interface-pfc";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PfcState.class, QosCounter.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "interface", "priority-flow-control")
                || ShowCommand.is(command, "interface", "*", "priority-flow-control");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> HEADER.matcher(l.strip()).matches())
                || LineStarts.find(DETAIL, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        @Nullable Block block = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            String s = line.stripped();
            if (Ports.isRuler(s) || HEADER.matcher(s).matches() || LEGEND.matcher(s).matches()) {
                line.ignore();
                continue;
            }
            Matcher row = ROW.matcher(s);
            if (row.matches()) {
                row(row, line.read().source(), facts);
            } else if (line.indent() == 0 && PORT.matcher(s).matches()) {
                if (block != null) block.close(facts);
                block = new Block(Ports.full(s.replace(":", "")), line.read());
            } else if (block != null && block.row(s, line, facts)) {
                line.read();
            }
        }
        if (block != null) block.close(facts);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }

    private static void row(Matcher m, Source source, List<Fact> facts) {
        String port = Ports.full(m.group(1));
        facts.add(state(port, m.group(2), m.group(3), m.group(4), source));
        Counts counts = new Counts(port, facts);
        counts.ofPort(
                QosCounter.Way.RECEIVED,
                QosCounter.Measure.PAUSE_FRAMES,
                m.group(5),
                "RxPPP",
                source);
        counts.ofPort(
                QosCounter.Way.SENT, QosCounter.Measure.PAUSE_FRAMES, m.group(6), "TxPPP", source);
    }

    private static PfcState state(
            String port, String mode, String oper, @Nullable String bitmap, Source source) {
        return new PfcState(
                port,
                End.OWN,
                switch (mode) {
                    case "On" -> Optional.of(PfcState.Mode.ON);
                    case "Off" -> Optional.of(PfcState.Mode.OFF);
                    case "Auto" -> Optional.of(PfcState.Mode.AUTO);
                    default -> Optional.empty();
                },
                oper.equals("On")
                        ? Optional.of(true)
                        : oper.equals("Off") ? Optional.of(false) : Optional.empty(),
                bitmap == null ? Optional.empty() : Optional.of(Ports.ofBitmap(bitmap)),
                Optional.empty(),
                bitmap == null ? Map.of() : Map.of("VL bmap", bitmap),
                mode + " " + oper,
                source);
    }

    /// One port of the detailed form.
    private static final class Block {
        private final String port;
        private final Lines.Line first;
        private Lines.Line last;
        private String mode = "";
        private String oper = "";
        private @Nullable String bitmap;

        Block(String port, Lines.Line first) {
            this.port = port;
            this.first = first;
            this.last = first;
        }

        boolean row(String s, Lines.Line line, List<Fact> facts) {
            Matcher m = KEY.matcher(s);
            if (m.matches()) {
                String value = m.group(2) == null ? "" : m.group(2).strip();
                switch (m.group(1)) {
                    case "Admin Mode" -> mode = value;
                    case "Oper Mode" -> oper = value;
                    case "VL bitmap" -> {
                        String digits = value.replaceAll("[()]", "");
                        if (digits.matches("[0-9A-Fa-f]{1,2}")) bitmap = digits;
                    }
                    case "Total Rx PFC Frames" ->
                            pauses(QosCounter.Way.RECEIVED, value, m.group(1), line, facts);
                    case "Total Tx PFC Frames" ->
                            pauses(QosCounter.Way.SENT, value, m.group(1), line, facts);
                    default -> {
                        return false;
                    }
                }
                last = line;
                return true;
            }
            if (PRIORITIES.matcher(s).matches()) return true;
            m = COUNTS.matcher(s);
            if (!m.matches()) return false;
            int priority = 0;
            for (String value : m.group(2).split("\\|")) {
                if (value.isBlank()) continue;
                new Counts(port, facts)
                        .of(
                                QosCounter.Scope.PRIORITY,
                                priority,
                                m.group(1).equals("Rx")
                                        ? QosCounter.Way.RECEIVED
                                        : QosCounter.Way.SENT,
                                QosCounter.Measure.PAUSE_FRAMES,
                                value,
                                m.group(1) + " Priority" + priority,
                                line.source());
                priority++;
            }
            last = line;
            return true;
        }

        private void pauses(
                QosCounter.Way way, String value, String term, Lines.Line line, List<Fact> facts) {
            new Counts(port, facts)
                    .ofPort(way, QosCounter.Measure.PAUSE_FRAMES, value, term, line.source());
        }

        void close(List<Fact> facts) {
            if (mode.isEmpty() && oper.isEmpty()) return;
            facts.add(state(port, mode, oper, bitmap, first.to(last)));
        }
    }
}
