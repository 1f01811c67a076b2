package io.railhead.evidence.slurm;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.TableParser;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.SlurmJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `sacct`: a row a job and step. A `+` at the end of a word shows that its column cut it; with
/// `--parsable` bars part the columns, and nothing is cut.
@AutoService(Parser.class)
public final class Sacct implements TableParser {
    private static final Pattern TEXT =
            Pattern.compile("(?m)^ *JobID(?:Raw)? +(?:\\w+ +){0,12}State(?: |$)");

    private static final Pattern BARRED =
            Pattern.compile(
                    "(?m)^(?:\\w+\\|){0,40}JobID(?:Raw)?\\|(?:\\w+\\|){0,40}State(?:\\||\\s*$)");

    @Override
    public String name() {
        return "sacct";
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SlurmJob.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("sacct");
    }

    @Override
    public Pattern heading() {
        return TEXT;
    }

    @Override
    public boolean recognises(String text) {
        return TableParser.super.recognises(text) || LineStarts.find(BARRED, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        if (!BARRED.matcher(transcript.stdout()).find()) return TableParser.super.read(transcript);
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Lines.Line head = lines.get(i);
            if (!head.isLeft() || !BARRED.matcher(head.stripped()).find()) continue;
            List<String> names = List.of(head.stripped().split("\\|"));
            Tables.Table table =
                    new Tables.Table("", names, barred(lines, i + 1, head), List.of(head));
            table.take();
            for (Tables.Row row : table.rows()) row(table, row, facts);
        }
        if (facts.isEmpty()) lines.unavailable(nothing());
        return lines.reading(facts);
    }

    /// The rows below a heading: lines with as many bars.
    private static List<Tables.Row> barred(Lines lines, int from, Lines.Line head) {
        List<Tables.Row> rows = new ArrayList<>();
        long bars = bars(head);
        for (int i = from; i < lines.size(); i++) {
            Lines.Line line = lines.get(i);
            if (line.isBlank()) continue;
            if (!line.isLeft() || bars(line) != bars) break;
            List<String> cells = List.of(line.stripped().split("\\|", -1));
            rows.add(new Tables.Row(cells.stream().map(String::strip).toList(), line));
        }
        return rows;
    }

    private static long bars(Lines.Line line) {
        return line.text().chars().filter(c -> c == '|').count();
    }

    @Override
    public boolean isOwn(Tables.Table table) {
        return (table.has("JobID") || table.has("JobIDRaw")) && table.has("State");
    }

    @Override
    public void row(Tables.Table table, Tables.Row row, List<Fact> facts) {
        String id = row.cell(Math.max(table.column("JobID"), table.column("JobIDRaw")));
        String state = row.cell(table.column("State"));
        if (id.isEmpty() || state.isEmpty()) return;
        Map<String, String> settings = new LinkedHashMap<>();
        for (int i = 0; i < table.names().size(); i++) {
            if (!row.cell(i).isEmpty()) settings.put(table.names().get(i), row.cell(i));
        }
        String word = state.replaceFirst(" .*", "");
        facts.add(
                new SlurmJob(
                        id,
                        word.startsWith("OUT_OF_ME") ? "OUT_OF_MEMORY" : word.replace("+", ""),
                        Optional.of(row.cell(table.column("ExitCode"))).filter(c -> !c.isEmpty()),
                        Optional.empty(),
                        Optional.of(row.cell(table.column("NodeList"))).filter(n -> !n.isEmpty()),
                        settings,
                        row.line().source()));
    }

    @Override
    public String nothing() {
        return "no job listed";
    }
}
