package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaDevice;
import io.railhead.model.fact.RdmaSubsystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/// `ibv_devices`: names and node GUIDs. Not collected: `ibv_devinfo` has both and more.
@AutoService(Parser.class)
public final class IbvDevices implements Parser {

    private static final Pattern HEAD = Pattern.compile("device\\s+node GUID|-{3,}\\s+-{8,}");
    private static final Pattern ROW = Pattern.compile("([\\w.-]+)\\s+([0-9a-f]{16})");
    private static final Pattern TEXT = Pattern.compile("(?m)^\\s*device\\s+node GUID\\s*$");

    @Override
    public String name() {
        return "ibv_devices";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(RdmaDevice.class, RdmaSubsystem.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ibv_devices");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ibv_devices");
        List<Fact> facts = new ArrayList<>();
        NoRdma.read(lines).ifPresent(facts::add);
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            if (line.match(HEAD).isPresent()) line.ignore();
            line.match(ROW)
                    .ifPresent(
                            m ->
                                    facts.add(
                                            new RdmaDevice(
                                                    m.group(1),
                                                    Optional.empty(),
                                                    Optional.empty(),
                                                    OptionalInt.empty(),
                                                    Optional.empty(),
                                                    Optional.empty(),
                                                    Optional.of(Gids.guid(m.group(2))),
                                                    Map.of(),
                                                    line.read().source())));
        }
        return lines.reading(facts);
    }
}
