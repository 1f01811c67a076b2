package io.railhead.evidence.nvue;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.SwitchPort;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The parts that `nv show qos …` and `nv show interface X [counters] qos …` show of QoS (Cumulus
/// Linux, NVUE): congestion control, PFC, mapping, scheduler, buffers, counters. What `roce` shows
/// is for [NvueShowRoce]. Sizes are printed in powers of 1024, rounded.
@AutoService(Parser.class)
public final class NvueShowQos implements Parser {
    private static final Pattern TABLE =
            Pattern.compile(
                    "(?mi)^ *(?:traffic-class {2,}(?:ecn|red|tx-|mode|bw-|status)"
                            + "|switch-prio(?:rity)? {2,}(?:rx-pause|tx-pause|traffic-class)"
                            + "|priority-group {2,}(?:rx-|size)"
                            + "|(?:pcp|dscp) {2,}switch-prio)");
    private static final Pattern JSON =
            Pattern.compile(
                    "\"(?:(?:egress-queue|ingress-buffer|pfc)-stats|bw-percent|xoff-threshold"
                            + "|deadlock-count|min-threshold)\" ?:");
    private static final Pattern TREE =
            Pattern.compile(
                    "(?m)^(?:xoff-threshold|port-buffer|port-default-sp|min-threshold|\\[traffic-class\\]"
                            + "|\\[switch-priority\\]) +\\S"
                            + "|^switch-priority *$");

    @Override
    public String name() {
        return "nvue-show-qos";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                AssumedCable.class,
                PfcState.class,
                PfcWatchdog.class,
                PortBuffer.class,
                PortTrust.class,
                PriorityMap.class,
                QosCounter.class,
                QueueEcn.class,
                QueueSchedule.class,
                SwitchPort.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nv", "show") && c.has("qos") && !c.has("roce");
    }

    @Override
    public boolean recognises(String text) {
        return (TABLE.matcher(text).find()
                        || JSON.matcher(text).find() && !NvueConfig.isJson(text)
                        || text.lines().anyMatch(NvueTree::heads) && TREE.matcher(text).find())
                && !NvueShowRoce.isRoce(text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new NvueQos(lines.command(), NvueTree.of(lines)).facts();
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("nothing is configured"));
        return lines.reading(facts);
    }
}
