package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `show interface [X]`: a block a port. Its pause counters are of 802.3x; those of PFC stand in
/// `show interface priority-flow-control`.
@AutoService(Parser.class)
public final class NxosInterface implements Parser {

    /// The heading of a block, and that of its counters where a filter took the rest away.
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:[A-Za-z][\\w-]{0,16}\\d[\\d/.]{0,16} is (?:up|down|administratively)"
                            + ".*\\R(?:admin state is| {2}Hardware is EtherSVI)"
                            + "| {4}\\d+ input with dribble +\\d+ input discard)");

    @Override
    public String name() {
        return "nxos-show-interface";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SwitchPort.class, QosCounter.class);
    }

    /// `show interface` alone or of one port; further words make it another command.
    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        List<String> words = c.arguments();
        if (!c.is("show") || words.isEmpty() || !words.getFirst().equals("interface")) return false;
        return words.size() == 1
                || (words.size() == 2 && words.get(1).matches("[A-Za-z-]+\\d[\\d/.,-]*"))
                || (words.size() == 3 && words.get(2).matches("\\d[\\d/.,-]*"));
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        NxosInterfaceBlock block = new NxosInterfaceBlock();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 2000) continue;
            if (NxosInterfaceBlock.starts(line)) {
                facts.addAll(block.facts());
                block = new NxosInterfaceBlock(line);
                line.read();
            } else if (block.row(line)) {
                line.read();
            }
        }
        facts.addAll(block.facts());
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }
}
