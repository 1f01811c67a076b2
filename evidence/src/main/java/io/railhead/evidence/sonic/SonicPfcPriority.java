package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Parser;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.evidence.switching.TableParser;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `show pfc priority`: the priorities for which PFC is on, a row a port.
@AutoService(Parser.class)
public final class SonicPfcPriority implements TableParser {
    private static final Pattern TEXT = Pattern.compile("(?m)^ *Interface +Lossless priorities *$");

    @Override
    public String name() {
        return "sonic-show-pfc-priority";
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
    public Pattern heading() {
        return TEXT;
    }

    @Override
    public boolean isOwn(Tables.Table table) {
        return table.has("Lossless priorities");
    }

    @Override
    public void row(Tables.Table table, Tables.Row row, List<Fact> facts) {
        String words = row.cell(table.column("Lossless priorities"));
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
