package io.railhead.evidence.gpu;

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
import io.railhead.model.fact.Gpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `dcgmi discovery -l`: the GPUs that DCGM sees, with their name, bus and UUID in rows below each
/// other; NVSwitches and other devices after them.
@AutoService(Parser.class)
public final class DcgmiDiscovery implements Parser {
    private static final Pattern TEXT = Pattern.compile("(?m)^\\| GPU ID \\| Device Information");
    private static final Pattern ROW = Pattern.compile("\\| (.{0,12}?) *\\| ([^|]{0,100}?) *\\|");
    private static final Pattern VALUE = Pattern.compile("(Name|PCI Bus ID|Device UUID): *(\\S.*)");
    private static final Pattern REST =
            Pattern.compile(
                    "[+|][-=+ |]{3,}|\\d{1,4} \\w+(?: \\w+)? found\\.|\\| (?:GPU ID|Switch ID|CX ID|CPU ID|ConnectX) .*"
                            + "|\\| Switch ID \\|");

    @Override
    public String name() {
        return "dcgmi-discovery";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Gpu.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("dcgmi", "discovery");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "dcgmi");
        List<Fact> facts = new ArrayList<>();
        List<Lines.Line> block = new ArrayList<>();
        OptionalInt index = OptionalInt.empty();
        boolean gpus = true;
        for (Lines.Line line : lines) {
            String s = line.stripped();
            if (!line.isLeft() || s.length() > 400) continue;
            if (REST.matcher(s).matches()) {
                close(index, block, facts);
                block = new ArrayList<>();
                if (s.startsWith("| ")) gpus = s.startsWith("| GPU ID");
                line.ignore();
                continue;
            }
            Matcher row = ROW.matcher(s);
            if (!gpus && s.startsWith("|")) {
                line.ignore();
            } else if (row.matches()) {
                OptionalInt id = Numbers.toInt(row.group(1));
                if (id.isPresent()) {
                    close(index, block, facts);
                    block = new ArrayList<>();
                    index = id;
                }
                block.add(line.read());
            }
        }
        close(index, block, facts);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("DCGM sees no GPU"));
        return lines.reading(facts);
    }

    private static void close(OptionalInt index, List<Lines.Line> block, List<Fact> facts) {
        if (index.isEmpty() || block.isEmpty()) return;
        facts.add(
                Gpus.known(
                        index,
                        value(block, "Name"),
                        value(block, "Device UUID"),
                        value(block, "PCI Bus ID"),
                        block.getFirst().to(block.getLast())));
    }

    private static Optional<String> value(List<Lines.Line> block, String name) {
        for (Lines.Line line : block) {
            Matcher row = ROW.matcher(line.stripped());
            if (!row.matches()) continue;
            Matcher m = VALUE.matcher(row.group(2));
            if (m.matches() && m.group(1).equals(name)) return Optional.of(m.group(2).strip());
        }
        return Optional.empty();
    }
}
