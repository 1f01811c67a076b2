package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcWatchdog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `pfcwd show config`: how long pause must last to be a storm, and what is done about it.
@AutoService(Parser.class)
public final class SonicPfcwdConfig implements Parser {
    private static final Pattern TEXT = Pattern.compile("(?m)^ *PORT +ACTION +DETECTION TIME ");

    private static final Pattern POLL =
            Pattern.compile("(?:Changed polling interval to|Polling interval:?) *(\\d{1,9} ?ms).*");

    @Override
    public String name() {
        return "sonic-pfcwd-show-config";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PfcWatchdog.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return Pfcwd.isCommand(command, "config");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        String poll = "";
        for (Lines.Line line : lines) {
            Matcher m = POLL.matcher(line.stripped());
            if (line.isLeft() && line.text().length() < 200 && m.matches()) {
                poll = m.group(1);
                line.read();
            }
        }
        for (Tables.Table table : Tables.of(lines)) {
            if (!table.has("PORT", "DETECTION TIME")) continue;
            table.take();
            for (Tables.Row row : table.rows()) {
                Map<String, String> settings = new LinkedHashMap<>();
                if (!poll.isEmpty()) settings.put("polling interval", poll);
                if (table.has("HISTORY")) {
                    settings.put("HISTORY", row.cell(table.column("HISTORY")));
                }
                String action = row.cell(table.column("ACTION"));
                facts.add(
                        new PfcWatchdog(
                                row.cell(table.column("PORT")),
                                OptionalInt.empty(),
                                Optional.of(action).filter(a -> !a.isEmpty()),
                                Counts.number(row.cell(table.column("DETECTION TIME"))),
                                Counts.number(row.cell(table.column("RESTORATION TIME"))),
                                Optional.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                settings,
                                action,
                                row.line().source()));
            }
        }
        if (facts.isEmpty())
            lines.unavailable(lines.complaint().orElse("the watchdog is on for no port"));
        return lines.reading(facts);
    }
}
