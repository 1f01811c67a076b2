package io.railhead.evidence.eos;

import com.google.auto.service.AutoService;
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
import org.jspecify.annotations.Nullable;

/// `show interfaces [X]`: a block a port. `PAUSE` counters are of 802.3x. SONiC has a command of
/// the same words, so only the content tells.
@AutoService(Parser.class)
public final class EosInterfaces implements Parser {

    @Override
    public String name() {
        return "eos-show-interfaces";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SwitchPort.class, QosCounter.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return false;
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(EosInterfaceBlock::starts);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        @Nullable EosInterfaceBlock block = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 2000) continue;
            if (EosInterfaceBlock.starts(line.text())) {
                if (block != null) facts.addAll(block.facts());
                block = new EosInterfaceBlock(line.read());
            } else if (block != null && line.indent() > 0) {
                block.row(line);
            }
        }
        if (block != null) facts.addAll(block.facts());
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }
}
