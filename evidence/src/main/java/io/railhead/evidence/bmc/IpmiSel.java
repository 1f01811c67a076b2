package io.railhead.evidence.bmc;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.BmcEvent;
import io.railhead.model.fact.Fact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `ipmitool sel list` and `sel elist`: the BMC's log of events. Releases before 1.8.12 print no
/// column that tells whether an event began or ended.
@AutoService(Parser.class)
public final class IpmiSel implements Parser {
    private static final Pattern ROW =
            Pattern.compile(
                    " *([0-9a-fA-F]{1,4}) \\| *((?:\\d\\d/\\d\\d/\\d{2,4} \\| \\d\\d:\\d\\d:\\d\\d[^|]{0,12})"
                            + "|Pre-Init ?(?:Time-stamp)? *\\|[^|]{1,14}) *\\| ([^|]{1,80}) \\|"
                            + " ?([^|]{0,160})(?:\\| *(Asserted|Deasserted) *)?(?:\\|(.{0,160}))?");
    private static final String EMPTY = "SEL has no entries";

    @Override
    public String name() {
        return "ipmi-sel";
    }

    @Override
    public List<Probe> probes() {
        // A log of thousands of entries takes minutes; the last ones tell of what is now.
        return List.of(
                Probe.once(name(), Ipmitool.guarded("timeout -k 1 7 ipmitool sel elist last 60"))
                        .asRoot()
                        .within(Duration.ofSeconds(10))
                        .asPrompt()
                        .cited("ipmitool sel elist last 60"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(BmcEvent.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return Ipmitool.is(command, "sel", "list") || Ipmitool.is(command, "sel", "elist");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .limit(2000)
                .anyMatch(
                        l ->
                                l.length() < 500
                                        && (l.strip().equals(EMPTY) || ROW.matcher(l).matches()));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ipmitool");
        List<Fact> facts = new ArrayList<>();
        boolean empty = false;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 500) continue;
            Matcher m = ROW.matcher(line.text());
            if (line.stripped().equals(EMPTY)) {
                line.read();
                empty = true;
            } else if (m.matches()) {
                String more = m.group(6) == null ? "" : m.group(6).strip();
                String event = m.group(4).strip() + (more.isEmpty() ? "" : ", " + more);
                facts.add(
                        new BmcEvent(
                                m.group(1),
                                m.group(2).replace(" | ", " ").replaceAll("\\s+", " ").strip(),
                                m.group(3).strip(),
                                event,
                                !"Deasserted".equals(m.group(5)),
                                line.read().source()));
            }
        }
        if (facts.isEmpty()) {
            lines.unavailable(empty ? EMPTY : lines.complaint().orElse("no entry listed"));
        }
        return lines.reading(facts);
    }
}
