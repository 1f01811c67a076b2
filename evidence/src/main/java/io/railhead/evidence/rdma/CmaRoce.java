package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.CmaRoceMode;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `cma_roce_mode -d DEV -p PORT`: one line, the RoCE version of connections made by the RDMA
/// connection manager. The device stands in the command only.
@AutoService(Parser.class)
public final class CmaRoce implements Parser {

    private static final Pattern MODE = Pattern.compile("RoCE v2|IB/RoCE v1|RoCE v1");

    private static final Pattern TEXT =
            Pattern.compile(
                    "\\s*(?:[^\\n]{0,200}cma_roce_mode[^\\n]*\\n\\s*)?"
                            + "(?:RoCE v2|IB/RoCE v1|RoCE v1)\\s*(?:rc=0\\s*)?");

    @Override
    public String name() {
        return "cma_roce_mode";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.each(Probe.Each.RDMA_DEVICE, name(), "cma_roce_mode -d $x -p 1").asRoot());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(CmaRoceMode.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("cma_roce_mode") && !c.has("-m");
    }

    @Override
    public boolean recognises(String text) {
        return text.length() < 500 && TEXT.matcher(text).matches();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "cma_roce_mode");
        String device = argument(lines.command(), "-d").orElse("");
        // Without -p the tool takes the first port.
        int port = argument(lines.command(), "-p").map(p -> Numbers.toInt(p).orElse(1)).orElse(1);
        List<CmaRoceMode> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (line.isLeft() && line.match(MODE).isPresent()) {
                String mode = Gids.type(line.read().stripped(), Optional.empty());
                facts.add(new CmaRoceMode(device, port, mode, line.source()));
            }
        }
        if (facts.isEmpty()) {
            lines.left().forEach(l -> lines.unavailable(l.read().stripped()));
        }
        return lines.reading(facts);
    }

    private static Optional<String> argument(CommandLine command, String option) {
        int i = command.arguments().indexOf(option);
        return i >= 0 && i + 1 < command.arguments().size()
                ? Optional.of(command.arguments().get(i + 1))
                : Optional.empty();
    }
}
