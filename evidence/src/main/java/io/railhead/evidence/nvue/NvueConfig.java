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
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.ServicePolicy;
import io.railhead.model.fact.SwitchPort;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `nv config show` as YAML, with `-o json`, or with `-o commands` as `nv set …`: the classes, and
/// ports, as they are set.
@AutoService(Parser.class)
public final class NvueConfig implements Parser {
    private static final Pattern YAML = Pattern.compile("(?m)^- set: *\\R {4}\\S");
    private static final Pattern JSON = Pattern.compile("\"nvue-api-version\" ?:");
    private static final Pattern COMMANDS =
            Pattern.compile("(?m)^nv set (?:qos|interface|system|bridge|router|vrf) ");

    @Override
    public String name() {
        return "nvue-config";
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
                QueueEcn.class,
                QueueSchedule.class,
                ServicePolicy.class,
                SwitchPort.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nv", "config") && c.has("show");
    }

    @Override
    public boolean recognises(String text) {
        return (YAML.matcher(text).find() || COMMANDS.matcher(text).find() || isJson(text))
                && !NvueConfigDiff.isDiff(text);
    }

    static boolean isJson(String text) {
        return JSON.matcher(text).find();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new NvueClasses(NvueSettings.of(lines)).facts();
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("nothing about classes"));
        return lines.reading(facts);
    }
}
