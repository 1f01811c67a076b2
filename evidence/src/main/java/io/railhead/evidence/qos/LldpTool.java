package io.railhead.evidence.qos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `lldptool -t -i IF [-n] [-V TLV]` (lldpad): what a port announces, and with `-n` what its
/// neighbour does.
@AutoService(Parser.class)
public final class LldpTool implements Parser {

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:Chassis ID TLV|IEEE 8021QAZ [A-Za-z ]{2,40}TLV|CEE DCBX TLV)\\s*$");

    /// Asks lldpad only where it runs; the second call is for the neighbour.
    private static final String SCRIPT =
            "[ ! -e /sys/class/net/$x/device ] || lldptool -t -n -i $x";

    @Override
    public String name() {
        return "lldptool";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.each(Probe.Each.INTERFACE, name(), SCRIPT)
                        .asRoot()
                        .cited("lldptool -t -n -i $x"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                AppPriority.class,
                LldpAnnouncement.class,
                PfcState.class,
                PriorityMap.class,
                QueueSchedule.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return (c.is("lldptool") && (c.has("-t") || c.has("get-tlv")))
                || command.contains("|| lldptool -t ");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "lldptool");
        CommandLine command = lines.command();
        String port = command.is("lldptool") ? command.option("-i").orElse("") : "";
        End end = command.has("-n") || command.has("-tn") ? End.PEER : End.OWN;
        List<Fact> facts = new LldpToolText(port, end, lines).facts();
        if (facts.isEmpty()) {
            for (Lines.Line line : lines.left()) {
                if (LldpToolText.isFailure(line)) lines.unavailable(line.read().stripped());
            }
            lines.unavailable(lines.complaint().orElse("nothing about classes or neighbours"));
        }
        return lines.reading(facts);
    }
}
