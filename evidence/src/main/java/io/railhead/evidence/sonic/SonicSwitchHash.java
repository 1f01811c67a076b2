package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HashFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `show switch-hash global` (SONiC, generic hash): a table in a table, fields of ECMP, then of
/// LAG.
@AutoService(Parser.class)
public final class SonicSwitchHash implements Parser {
    private static final Pattern TEXT = Pattern.compile("(?m)^\\| *Hash +\\| *Configuration +\\|");
    private static final Pattern ROW =
            Pattern.compile(
                    "\\| *(ECMP|LAG)? *\\|(?: *\\| *([\\w ]{1,40}?) *\\| *([\\w-]{0,30}) *\\|"
                            + "| *([A-Z\\d_]{2,40})) *\\|");
    private static final Pattern FRAME = Pattern.compile("[|+= -]+|\\| *(?:ECMP|LAG) *\\|[|+ -]+");

    @Override
    public String name() {
        return "sonic-show-switch-hash";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(HashFields.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "switch-hash", "global");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        Optional<Open> open = Optional.empty();
        boolean own = false;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 400) continue;
            if (TEXT.matcher(line.text()).find()) {
                own = true;
                line.read();
                continue;
            }
            if (!own) {
                if (FRAME.matcher(line.text()).matches()) line.ignore();
                continue;
            }
            Matcher heads = HEADS.matcher(line.text());
            if (heads.lookingAt()) {
                open.ifPresent(o -> facts.add(o.fact()));
                open = Optional.of(new Open(heads.group(1), line));
            }
            Optional<Matcher> row = line.match(ROW);
            if (row.isPresent() && open.isPresent()) {
                open.get().take(row.get(), line.read());
            } else if (FRAME.matcher(line.text()).matches()) {
                line.ignore();
            }
        }
        open.ifPresent(o -> facts.add(o.fact()));
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no hash is configured"));
        return lines.reading(facts);
    }

    private static final Pattern HEADS = Pattern.compile("\\| *(ECMP|LAG) *\\|");

    /// The fields of one kind of way, while its lines are read.
    private static final class Open {
        private final String ways;
        private final Lines.Line first;
        private final List<String> fields = new ArrayList<>();
        private Lines.Line last;
        private String algorithm = "";

        Open(String ways, Lines.Line first) {
            this.ways = ways;
            this.first = first;
            this.last = first;
        }

        void take(Matcher row, Lines.Line line) {
            String field = row.group(2) == null ? row.group(4) : row.group(2);
            if (field.equals("Hash Field")) return;
            fields.add(field);
            last = line;
            if (row.group(3) != null && !row.group(3).isEmpty()) algorithm = row.group(3);
        }

        HashFields fact() {
            return new HashFields(ways, fields, algorithm, first.to(last));
        }
    }
}
