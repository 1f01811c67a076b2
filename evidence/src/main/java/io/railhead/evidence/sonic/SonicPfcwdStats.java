package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Parser;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.TableParser;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcWatchdog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `pfcwd show stats`: which queues are stormed, how often that was, and what was dropped
/// meanwhile. The counts since the last storm are part of those since ever.
@AutoService(Parser.class)
public final class SonicPfcwdStats implements TableParser {
    private static final Pattern TEXT = Pattern.compile("(?m)^ *QUEUE +STATUS +STORM DETECTED");

    private static final Pattern QUEUE = Pattern.compile("(\\S{1,40}):([0-7])");

    @Override
    public String name() {
        return "sonic-pfcwd-show-stats";
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PfcWatchdog.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return Pfcwd.isCommand(command, "stats");
    }

    @Override
    public Pattern heading() {
        return TEXT;
    }

    @Override
    public boolean isOwn(Tables.Table table) {
        return table.has("QUEUE", "STATUS");
    }

    @Override
    public void row(Tables.Table table, Tables.Row row, List<Fact> facts) {
        Matcher m = QUEUE.matcher(row.cell(table.column("QUEUE")));
        if (!m.matches()) return;
        String status = row.cell(table.column("STATUS"));
        long[] storms = pair(row.cell(table.column("STORM DETECTED/RESTORED")));
        long[] sent = pair(row.cell(table.column("TX OK/DROP")));
        long[] received = pair(row.cell(table.column("RX OK/DROP")));
        Map<String, String> settings = new LinkedHashMap<>();
        for (int i = 2; i < table.names().size(); i++) {
            settings.put(table.names().get(i), row.cell(i));
        }
        facts.add(
                new PfcWatchdog(
                        m.group(1),
                        OptionalInt.of(m.group(2).charAt(0) - '0'),
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.of(status.equals("stormed")),
                        storms.length == 2 ? OptionalLong.of(storms[0]) : OptionalLong.empty(),
                        storms.length == 2 ? OptionalLong.of(storms[1]) : OptionalLong.empty(),
                        sent.length == 2 && received.length == 2
                                ? OptionalLong.of(sent[1] + received[1])
                                : OptionalLong.empty(),
                        settings,
                        status,
                        row.line().source()));
    }

    @Override
    public String nothing() {
        return "no queue listed";
    }

    /// Two numbers with a slash between them; nothing when they are not that.
    private static long[] pair(String cell) {
        int slash = cell.indexOf('/');
        if (slash < 0) return new long[0];
        OptionalLong a = Counts.number(cell.substring(0, slash));
        OptionalLong b = Counts.number(cell.substring(slash + 1));
        // Halved, two of the largest counters still have a sum.
        return a.isPresent() && b.isPresent()
                ? new long[] {
                    Math.min(a.getAsLong(), Long.MAX_VALUE / 2),
                    Math.min(b.getAsLong(), Long.MAX_VALUE / 2)
                }
                : new long[0];
    }
}
