package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// `show priority-group drop counters`: packets dropped at ingress, by priority group.
@AutoService(Parser.class)
public final class SonicPgDrop implements Parser {

    @Override
    public String name() {
        return "sonic-show-pg-drop";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
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
    public boolean recognises(String text) {
        return text.contains("Ingress PG dropped packets:");
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Tables.Table table : Tables.of(lines)) {
            if (!table.caption().startsWith("Ingress PG dropped packets")) continue;
            for (Tables.Row row : table.rows()) {
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
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no port listed"));
        return lines.reading(facts);
    }
}
