package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Parser;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.evidence.switching.TableParser;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// `show priority-group watermark headroom|shared`: the most that each priority group's buffer was
/// filled, in bytes.
@AutoService(Parser.class)
public final class SonicPgWatermark implements TableParser {
    private static final Pattern TEXT =
            Pattern.compile("(?m)^Ingress (?:headroom|shared pool occupancy) per PG:?");

    @Override
    public String name() {
        return "sonic-show-pg-watermark";
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PortBuffer.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "priority-group", "watermark")
                || ShowCommand.is(command, "priority-group", "persistent-watermark");
    }

    @Override
    public Pattern heading() {
        return TEXT;
    }

    @Override
    public boolean isOwn(Tables.Table table) {
        return table.caption().startsWith("Ingress headroom per PG")
                || table.caption().startsWith("Ingress shared pool occupancy");
    }

    @Override
    public void row(Tables.Table table, Tables.Row row, List<Fact> facts) {
        String term = table.caption().replace(":", "");
        for (int i = 1; i < row.cells().size(); i++) {
            String group = table.names().get(i);
            OptionalLong most = Counts.number(row.cell(i));
            if (!group.matches("PG\\d") || most.isEmpty()) continue;
            facts.add(
                    new PortBuffer(
                            row.cell(0),
                            PortBuffer.Kind.INGRESS,
                            group,
                            OptionalInt.of(group.charAt(2) - '0'),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            most,
                            Optional.empty(),
                            Set.of(),
                            term,
                            row.line().source()));
        }
    }
}
