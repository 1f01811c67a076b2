package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.JsonNames;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.QueueEcn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Entries of CONFIG_DB as its database prints them: names and values by turns, of
/// `redis-cli -n 4 hgetall "TABLE|KEY"`, and a dictionary, of `sonic-db-cli CONFIG_DB hgetall`.
/// They are read as the same entries of the JSON form; what another entry says of them stands in
/// its own output.
@AutoService(Parser.class)
public final class SonicRedis implements Parser {
    private static final Pattern ASKED =
            Pattern.compile(
                    "(?i)\\bhgetall\\s+[\"']?([A-Z][A-Z0-9_]{1,60})\\|([^\"'\\s|]{1,80}(?:\\|[^\"'\\s]{1,40})?)[\"']?");

    /// `1) "pfc_enable"`, and without the number where the output went through a pipe.
    private static final Pattern NUMBERED = Pattern.compile("\\s*(\\d{1,5})\\) \"(.{0,400})\"\\s*");
    private static final Pattern PLAIN = Pattern.compile("[\\w@.,|:/ -]{0,200}");

    /// `'pfc_enable': '3,4'` of a dictionary in one line.
    private static final Pattern PAIR =
            Pattern.compile("['\"]([\\w@.-]{1,80})['\"]: ?['\"]([^'\"]{0,200})['\"]");

    @Override
    public String name() {
        return "sonic-redis";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PfcState.class, PortTrust.class, QueueEcn.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return (c.is("redis-cli") || c.is("sonic-db-cli")) && ASKED.matcher(command).find();
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().limit(400).anyMatch(l -> l.length() < 400 && ASKED.matcher(l).find());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        if (lines.size() == 0) return lines.reading(facts);
        ObjectNode db = JsonNodeFactory.instance.objectNode();
        Optional<ObjectNode> entry = asked(transcript.command(), db);
        String name = "";
        for (Lines.Line line : lines) {
            if (line.isBlank() || line.text().length() > 4000) continue;
            Optional<ObjectNode> next = asked(line.text(), db);
            if (next.isPresent()) {
                entry = next;
                name = "";
                line.read();
                continue;
            }
            if (!line.isLeft() || entry.isEmpty()) continue;
            Matcher m = PAIR.matcher(line.text());
            if (line.stripped().startsWith("{") && m.find()) {
                do entry.get().put(m.group(1), m.group(2));
                while (m.find());
                line.read();
                continue;
            }
            String word = word(line);
            if (word == null) continue;
            line.read();
            if (name.isEmpty()) {
                name = word;
            } else {
                entry.get().put(name, word);
                name = "";
            }
        }
        ConfigDb.read(db, new JsonNames(lines, lines.whole(), NAMES), facts);
        facts.removeIf(SonicRedis::isOfAbsence);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("nothing about classes"));
        return lines.reading(facts);
    }

    /// What a table lacks says something of a whole database, and nothing of a few entries.
    private static boolean isOfAbsence(Fact fact) {
        return switch (fact) {
            case PfcWatchdog _ -> true;
            case PortTrust t -> t.fields().isEmpty();
            case QueueEcn q -> !q.port().isEmpty() && !q.enabled();
            case PortBuffer b -> !b.lossless().orElse(true);
            default -> false;
        };
    }

    /// Where names stand: in the question, and by themselves.
    private static final Pattern NAMES =
            Pattern.compile(
                    "[\"']?([A-Z][A-Z0-9_]+|[\\w@.,:/-]+(?:\\|[\\w,-]+)?)(?=\\||[\"']?(?:\\s|:|$))");

    private static Optional<ObjectNode> asked(String line, ObjectNode db) {
        Matcher m = ASKED.matcher(line);
        return m.find()
                ? Optional.of(db.withObjectProperty(m.group(1)).withObjectProperty(m.group(2)))
                : Optional.empty();
    }

    private static @org.jspecify.annotations.Nullable String word(Lines.Line line) {
        Optional<Matcher> numbered = line.match(NUMBERED);
        if (numbered.isPresent()) return numbered.get().group(2);
        return PLAIN.matcher(line.stripped()).matches() ? line.stripped() : null;
    }
}
