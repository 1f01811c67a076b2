package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `show queuing [interface X]` and `show queuing summary`, whole or any part of it that a filter
/// let through: schedule and counters of each QoS group, ingress buffers with their pause
/// thresholds, drops, PFC. Nexus 9000 and the other layout of Nexus 5000.
@AutoService(Parser.class)
public final class NxosQueuing implements Parser {
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:Egress Queuing for \\S|Ingress Queuing for \\S|.{0,60}\\bQOS GROUP \\d"
                            + "|PFC_COS +QOS_Group|.{1,30} queuing information:"
                            + "|Ingress MMU (?:Statistics|Drop)|Ingress MMU Drop Pkts)");

    @Override
    public String name() {
        return "nxos-show-queuing-interface";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                PfcState.class,
                PortBuffer.class,
                PriorityMap.class,
                QosCounter.class,
                QueueSchedule.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "queuing");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        String port = "";
        List<String> words = lines.command().arguments();
        int at = words.indexOf("interface");
        if (at >= 0 && at + 1 < words.size()) {
            port = words.get(at + 1);
            if (port.equalsIgnoreCase("ethernet") && at + 2 < words.size()) {
                port = "Ethernet" + words.get(at + 2);
            }
        }
        List<Fact> facts = new ArrayList<>(new NxosQueuingText(port, lines).facts());
        facts.addAll(new Nexus5000Queuing(lines).facts());
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no queue listed"));
        return lines.reading(facts);
    }
}
