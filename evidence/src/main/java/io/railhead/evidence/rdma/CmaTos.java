package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaTos;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `cma_roce_tos -d DEV -p PORT`: one number, the ToS of connections made by the RDMA connection
/// manager. And `tc/1/traffic_class` of NVIDIA's driver package, which every queue pair gets.
@AutoService(Parser.class)
public final class CmaTos implements Parser {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,3}");
    private static final Pattern CLASS =
            Pattern.compile(
                    "/sys/class/infiniband/([\\w-]{1,40})/tc/(\\d{1,2})/traffic_class:"
                            + "(?:Global tclass=)?(\\d{1,3})");
    private static final Pattern ASKED =
            Pattern.compile("[^\\n]{0,200}cma_roce_tos -d [^\\n]*\\n\\s*\\d{1,3}\\s*");
    private static final String CLASSES =
            "grep -Hs . /sys/class/infiniband/*/tc/1/traffic_class || true";
    private static final String SHOWN = "grep . /sys/class/infiniband/*/tc/1/traffic_class";

    @Override
    public String name() {
        return "cma_roce_tos";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.each(Probe.Each.RDMA_DEVICE, name(), "cma_roce_tos -d $x -p 1").asRoot(),
                Probe.once(name(), CLASSES).cited(SHOWN).asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(RdmaTos.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return (c.is("cma_roce_tos") && !c.has("-t"))
                || command.equals(CLASSES)
                || command.equals(SHOWN);
    }

    /// A number alone could be anything: only below its command it is one.
    @Override
    public boolean recognises(String text) {
        return (text.length() < 500 && ASKED.matcher(text).matches())
                || text.lines()
                        .anyMatch(l -> l.length() < 200 && CLASS.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "cma_roce_tos");
        boolean tool = lines.command().is("cma_roce_tos");
        String device = argument(lines.command(), "-d").orElse("");
        int port = argument(lines.command(), "-p").map(p -> Numbers.toInt(p).orElse(1)).orElse(1);
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 200) continue;
            Matcher m = CLASS.matcher(line.stripped());
            if (m.matches()) {
                int of = Numbers.toInt(m.group(2)).orElse(1);
                add(m.group(1), of, RdmaTos.Of.QUEUE_PAIRS, m.group(3), line, facts);
            } else if (tool && NUMBER.matcher(line.stripped()).matches()) {
                String number = line.stripped();
                add(device, port, RdmaTos.Of.CONNECTION_MANAGER, number, line, facts);
            }
        }
        if (facts.isEmpty() && tool) {
            lines.left().forEach(l -> lines.unavailable(l.read().stripped()));
        }
        return lines.reading(facts);
    }

    private static void add(
            String device,
            int port,
            RdmaTos.Of of,
            String number,
            Lines.Line line,
            List<Fact> facts) {
        OptionalInt tos = Numbers.toInt(number);
        if (tos.isEmpty() || tos.getAsInt() > 255) return;
        facts.add(new RdmaTos(device, port, of, tos.getAsInt(), line.read().source()));
    }

    private static Optional<String> argument(CommandLine command, String option) {
        int i = command.arguments().indexOf(option);
        return i >= 0 && i + 1 < command.arguments().size()
                ? Optional.of(command.arguments().get(i + 1))
                : Optional.empty();
    }
}
