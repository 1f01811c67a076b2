package io.railhead.evidence.nvue;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AppPriority;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.ServicePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `nv show qos roce` and `nv show interface X qos roce [status|counters]` (Cumulus Linux, NVUE).
/// Sizes are printed in powers of 1024, rounded.
@AutoService(Parser.class)
public final class NvueShowRoce implements Parser {
    /// Rows and titles of the tree of RoCE; the word alone may stand in any description.
    private static final Pattern ROCE =
            Pattern.compile(
                    "(?m)^ *(?:pfc-priority|congestion-mode|rx-(?:non-)?roce-stats|tx-roce-stats)\\b"
                            + "|^RoCE |^mode +loss|^lldp-app-tlv");

    private static final Pattern JSON =
            Pattern.compile(
                    "\"(?:pfc-priority|congestion-mode|rx-(?:non-)?roce-stats|tx-roce-stats)\" ?:");

    @Override
    public String name() {
        return "nvue-show-qos-roce";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                AppPriority.class,
                AssumedCable.class,
                PfcState.class,
                PortBuffer.class,
                PortTrust.class,
                PriorityMap.class,
                QosCounter.class,
                QueueEcn.class,
                QueueSchedule.class,
                ServicePolicy.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nv", "show") && c.has("qos") && c.has("roce");
    }

    @Override
    public boolean recognises(String text) {
        return isRoce(text);
    }

    static boolean isRoce(String text) {
        return JSON.matcher(text).find()
                || text.lines().anyMatch(NvueTree::heads) && ROCE.matcher(text).find();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        String port = NvueTree.after(lines.command(), "interface");
        NvueTree tree = NvueTree.of(lines);
        List<Fact> facts = new ArrayList<>(new NvueRoce(port, tree).facts());
        facts.addAll(new NvueRoceCounters(port, tree).facts());
        if (facts.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("nothing about RoCE is configured"));
        }
        return lines.reading(facts);
    }
}
