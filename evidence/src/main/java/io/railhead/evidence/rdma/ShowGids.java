package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `show_gids` of the vendor's packages, and the same table from a loop over sysfs, which names the
/// type as the kernel does. Cells of the IPv4 address and of the interface can be empty.
@AutoService(Parser.class)
public final class ShowGids implements Parser {

    private static final String ADDRESS = "\\d{1,3}(?:\\.\\d{1,3}){3}";

    private static final Pattern ROW =
            Pattern.compile(
                    "([\\w.-]+)\\s+(\\d{1,4})\\s+(\\d{1,6})\\s+([0-9a-fA-F]{4}(?::[0-9a-fA-F]{4}){7})"
                            + "(?:\\s+("
                            + ADDRESS
                            + "))?(?:\\s+(v1|v2|RoCE v2|IB/RoCE v1|RoCE v1|IB))?"
                            + "(?:\\s+([\\w.@:-]+))?");

    private static final Pattern HEAD =
            Pattern.compile("DEV\\s+PORT\\s+INDEX\\s+GID\\b.*|-{3,}(?:\\s+-{3,}){1,12}");

    private static final Pattern COUNT = Pattern.compile("n_gids_found=\\d+");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^DEV\\s+PORT\\s+INDEX\\s+GID\\b|^n_gids_found=\\d"
                            + "|^[\\w.-]+\\s+\\d+\\s+\\d+\\s+[0-9a-f]{4}(?::[0-9a-f]{4}){7}\\s");

    @Override
    public String name() {
        return "show-gids";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "show_gids"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(GidEntry.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("show_gids");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "show_gids");
        NoRdma.read(lines);
        List<GidEntry> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            if (line.match(HEAD).isPresent() || line.match(COUNT).isPresent()) {
                line.ignore();
                continue;
            }
            Optional<GidEntry> gid = line.match(ROW).flatMap(m -> gid(m, line.source()));
            if (gid.isPresent()) {
                facts.add(gid.get());
                line.read();
            }
        }
        return lines.reading(facts);
    }

    private static Optional<GidEntry> gid(Matcher m, Source source) {
        return Gids.canonical(m.group(4))
                .map(
                        gid ->
                                new GidEntry(
                                        m.group(1),
                                        Numbers.toInt(m.group(2)).orElse(1),
                                        Numbers.toInt(m.group(3)).orElse(0),
                                        gid,
                                        Gids.ipv4(gid),
                                        Optional.ofNullable(m.group(6))
                                                .map(t -> Gids.type(t, Optional.empty())),
                                        Optional.ofNullable(m.group(7)),
                                        source));
    }
}
