package io.railhead.evidence.eos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
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
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `show priority-flow-control [status|counters [detail]]`: which ports have PFC on, for which
/// priorities, and the pause frames of each port or priority.
///
/// Status letters: `E` enabled, `D` disabled, `A` active, `W` watched.
@AutoService(Parser.class)
public final class EosPfc implements Parser {
    private static final Pattern STATUS = Pattern.compile("Port +Status +Priorities\\b.*");
    private static final Pattern OLDER = Pattern.compile("Port +Enabled +Priorities +Active\\b.*");

    /// A row of it: whether PFC is enabled, for which priorities, whether it is active.
    private static final Pattern OLDER_ROW =
            Pattern.compile(
                    "((?:Et|Po|Ethernet|Port-Channel)\\d[\\d/]{0,12}) +(Yes|No)"
                            + "(?: +([0-7]{1,8}|[0-7](?:,[0-7]){1,7}))? +(Yes|No)(?: +.*)?");

    private static final Pattern COUNTERS = Pattern.compile("Port +RxPfc +TxPfc");
    private static final Pattern DETAIL = Pattern.compile("Port +(?:Priority|CoS) +RxPfc +TxPfc");
    private static final String PORT = "((?:Et|Po|Ethernet|Port-Channel)\\d[\\d/]{0,12})";
    private static final Pattern STATUS_ROW =
            Pattern.compile(
                    PORT
                            + " +(Inactive|[ED](?: +[AW-]){0,3})(?: +([0-7]{1,8}|[0-7](?:,[0-7]){1,7}|-))?(?: +.*)?");
    private static final Pattern COUNTER_ROW = Pattern.compile(PORT + " +(\\d{1,20}) +(\\d{1,20})");
    private static final Pattern DETAIL_ROW =
            Pattern.compile(PORT + " +([0-7]) +(\\d{1,20}) +(\\d{1,20})");
    private static final Pattern REST =
            Pattern.compile(
                    "(?:The hardware supports PFC|PFC receive processing|The PFC watchdog|Global PFC|E: PFC Enabled"
                            + "|Interval ?/|Config ?/).*|-{3,}");

    @Override
    public String name() {
        return "eos-show-pfc";
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
        return ShowCommand.is(command, "priority-flow-control");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().map(String::strip).anyMatch(EosPfc::isHeading);
    }

    private static boolean isHeading(String s) {
        return s.length() < 200
                && (STATUS.matcher(s).matches()
                        || OLDER.matcher(s).matches()
                        || COUNTERS.matcher(s).matches()
                        || DETAIL.matcher(s).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            String s = line.stripped();
            if (!line.isLeft() || s.length() > 400) continue;
            Matcher detail = DETAIL_ROW.matcher(s);
            Matcher counters = COUNTER_ROW.matcher(s);
            Matcher status = STATUS_ROW.matcher(s);
            Matcher older = OLDER_ROW.matcher(s);
            if (isHeading(s) || REST.matcher(s).matches()) {
                line.ignore();
            } else if (detail.matches()) {
                Counts counts = new Counts(Ports.full(detail.group(1)), facts);
                int priority = detail.group(2).charAt(0) - '0';
                for (QosCounter.Way way : QosCounter.Way.values()) {
                    boolean in = way == QosCounter.Way.RECEIVED;
                    counts.of(
                            QosCounter.Scope.PRIORITY,
                            priority,
                            way,
                            QosCounter.Measure.PAUSE_FRAMES,
                            detail.group(in ? 3 : 4),
                            in ? "RxPfc" : "TxPfc",
                            line.source());
                }
                line.read();
            } else if (counters.matches()) {
                Counts counts = new Counts(Ports.full(counters.group(1)), facts);
                QosCounter.Measure pauses = QosCounter.Measure.PAUSE_FRAMES;
                counts.ofPort(
                        QosCounter.Way.RECEIVED, pauses, counters.group(2), "RxPfc", line.source());
                counts.ofPort(
                        QosCounter.Way.SENT, pauses, counters.group(3), "TxPfc", line.source());
                line.read();
            } else if (status.matches()) {
                facts.add(state(status, line.read()));
            } else if (older.matches()) {
                facts.add(
                        state(
                                older,
                                older.group(2).equals("Yes"),
                                older.group(4).equals("Yes"),
                                "Enabled " + older.group(2),
                                line.read()));
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }

    private static PfcState state(Matcher m, Lines.Line line) {
        String words = m.group(2);
        return state(m, words.startsWith("E"), words.contains("A"), words, line);
    }

    private static PfcState state(
            Matcher m, boolean on, boolean active, String words, Lines.Line line) {
        Set<Integer> priorities = new TreeSet<>();
        String list = m.group(3) == null ? "" : m.group(3);
        list.chars().filter(c -> c >= '0' && c <= '7').forEach(c -> priorities.add(c - '0'));
        return new PfcState(
                Ports.full(m.group(1)),
                End.OWN,
                Optional.of(on ? PfcState.Mode.ON : PfcState.Mode.OFF),
                Optional.of(active),
                // A port that is off shows none; one that is on and shows none pauses nothing.
                Optional.of(priorities),
                Optional.empty(),
                Map.of("Status", words),
                "Status",
                line.source());
    }
}
