package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaNetdev;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `ibdev2netdev` of the vendor's packages: `mlx5_0 port 1 ==> eth2 (Up)`; with `-v` the PCI slot
/// stands before and part and firmware after the name.
@AutoService(Parser.class)
public final class Ibdev2netdev implements Parser {

    private static final Pattern ROW =
            Pattern.compile(
                    "(?:[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7] +)?"
                            + "([\\w.-]+) (?:.* )?port (\\d{1,4}) (?:\\([A-Z ]*\\) *)?"
                            + "<?=+> *([\\w.@:-]+) \\((Up|Down)\\)");

    private static final Pattern TEXT =
            Pattern.compile("(?m)^\\S+ (?:.* )?port \\d+ (?:\\([A-Z ]*\\) *)?<?=+> *\\S+ \\(");

    @Override
    public String name() {
        return "ibdev2netdev";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "ibdev2netdev"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(RdmaNetdev.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ibdev2netdev");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ibdev2netdev");
        NoRdma.read(lines);
        List<RdmaNetdev> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            line.match(ROW)
                    .filter(m -> line.isLeft())
                    .ifPresent(
                            m ->
                                    facts.add(
                                            new RdmaNetdev(
                                                    m.group(1),
                                                    Numbers.toInt(m.group(2)).orElse(1),
                                                    m.group(3),
                                                    m.group(4).equals("Up"),
                                                    line.read().source())));
        }
        return lines.reading(facts);
    }
}
