package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `show pfc priority`: the priorities for which PFC is on, a row a port.
@AutoService(Parser.class)
public final class SonicPfcPriority implements Parser {
    private static final Pattern TEXT = Pattern.compile("(?m)^ *Interface +Lossless priorities *$");

    @Override
    public String name() {
        return "sonic-show-pfc-priority";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PfcState.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "pfc", "priority");
    }

    @Override
    public boolean recognises(String text) {
        return TEXT.matcher(text).find();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Tables.Table table : Tables.of(lines)) {
            int column = table.column("Lossless priorities");
            if (column < 0) continue;
            for (Tables.Row row : table.rows()) {
                String words = row.cell(column);
                Set<Integer> on = Ports.ofList(words, 7);
                facts.add(
                        new PfcState(
                                row.cell(0),
                                End.OWN,
                                Optional.of(on.isEmpty() ? PfcState.Mode.OFF : PfcState.Mode.ON),
                                Optional.empty(),
                                Optional.of(on),
                                Optional.empty(),
                                Map.of("Lossless priorities", words),
                                "Lossless priorities",
                                row.line().source()));
            }
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }
}
