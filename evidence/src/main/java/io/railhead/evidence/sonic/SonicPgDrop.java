package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Parser;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.evidence.switching.TableParser;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `show priority-group drop counters`: packets dropped at ingress, by priority group.
@AutoService(Parser.class)
public final class SonicPgDrop implements TableParser {
    private static final Pattern TEXT = Pattern.compile("(?m)^ *Ingress PG dropped packets:");

    /// Also where somebody filtered the caption away.
    private static final Pattern HEADING =
            Pattern.compile("(?m)^(?: *Ingress PG dropped packets:| *Port +PG0 +PG1 )");

    @Override
    public String name() {
        return "sonic-show-pg-drop";
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(QosCounter.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "priority-group", "drop", "counters");
    }

    @Override
    public Pattern heading() {
        return HEADING;
    }

    /// The headings alone are those of the watermarks as well.
    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public boolean isOwn(Tables.Table table) {
        return table.caption().startsWith("Ingress PG dropped packets")
                || table.caption().isEmpty() && table.has("Port", "PG0");
    }

    @Override
    public void row(Tables.Table table, Tables.Row row, List<Fact> facts) {
        Counts counts = new Counts(row.cell(0), facts);
        for (int i = 1; i < row.cells().size(); i++) {
            String group = table.names().get(i);
            if (!group.matches("PG\\d")) continue;
            counts.of(
                    QosCounter.Scope.PRIORITY_GROUP,
                    group.charAt(2) - '0',
                    QosCounter.Way.RECEIVED,
                    QosCounter.Measure.DROPPED_PACKETS,
                    row.cell(i),
                    group + " dropped packets",
                    row.line().source());
        }
    }
}
