package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HostsEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `/etc/hosts`: an address and its names a line, comments from `#` on.
@AutoService(Parser.class)
public final class EtcHosts implements Parser {
    private static final Pattern ADDRESS =
            Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9a-fA-F]*:[0-9a-fA-F:.]*(?:%\\w+)?");
    /// Rows of `getent ahosts` look alike.
    private static final Pattern SOCKET = Pattern.compile("\\b(?:STREAM|DGRAM|RAW)\\b");

    private static final Pattern LOOPBACK =
            Pattern.compile("(?:127\\.0\\.[01]\\.1|::1)\\s+[A-Za-z][\\w.-]*(?:\\s.*)?");

    private static final Pattern NAMES =
            Pattern.compile(
                    "\\d{1,3}(?:\\.\\d{1,3}){3}\\s+(?!dev |via |proto )[A-Za-z][\\w.-]*"
                            + "(?:\\s+[A-Za-z][\\w.-]*)+(?:\\s*#.*)?");

    @Override
    public String name() {
        return "etc-hosts";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "cat /etc/hosts").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(HostsEntry.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return Files.reads(command, "/etc/hosts");
    }

    @Override
    public boolean recognises(String text) {
        boolean loopback = false;
        boolean onlyRows = true;
        boolean rows = false;
        for (String raw : (Iterable<String>) text.lines().limit(2000)::iterator) {
            String l = raw.strip();
            if (l.isEmpty() || l.startsWith("#") || l.length() > 400) continue;
            // Only a row that LOOPBACK matches can change anything now.
            if (!onlyRows && !l.startsWith("127.0.") && !l.startsWith("::1")) continue;
            boolean socket = SOCKET.matcher(l).find();
            loopback |= !socket && LOOPBACK.matcher(l).matches();
            // Two names: one alone may be anything.
            onlyRows &= !socket && NAMES.matcher(l).matches();
            rows |= onlyRows;
        }
        return loopback || (rows && onlyRows);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            String text = line.stripped();
            int comment = text.indexOf('#');
            if (comment >= 0) text = text.substring(0, comment).strip();
            if (text.isEmpty()) {
                line.ignore();
                continue;
            }
            List<String> words = List.of(text.split("\\s+"));
            if (words.size() < 2 || !ADDRESS.matcher(words.getFirst()).matches()) continue;
            facts.add(
                    new HostsEntry(
                            words.getFirst(),
                            words.subList(1, words.size()),
                            line.read().source()));
        }
        return lines.reading(facts);
    }
}
