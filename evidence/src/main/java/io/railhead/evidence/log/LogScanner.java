package io.railhead.evidence.log;

import io.railhead.evidence.Lines;
import io.railhead.model.Source;
import io.railhead.model.fact.LogEvent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;

/// Reads one document of any size once and gives the events its lines tell.
///
/// Memory is bounded: one buffer, and of each kind of event at most [#DISTINCT] different ones;
/// what repeats is counted. Of a wording at most [#LOOKS] lines are looked at closely, later
/// ones only counted, so that a gigabyte of channel lines costs what the automaton costs.
public final class LogScanner {
    /// Different events of one kind that are kept, per document.
    static final int DISTINCT = 300;

    /// Lines of one wording that are matched against its pattern, per document.
    static final int LOOKS = 10_000;

    /// What is kept of a line: more is no line of a log.
    private static final int LONGEST = 4000;

    private static final int QUOTE = 1000;

    /// Matches of one wording in one line: several settings of one command line.
    private static final int PER_LINE = 40;

    private static final int BUFFER = 1 << 18;

    /// What a document told.
    ///
    /// @param told numbers of the lines that told an event
    public record Told(List<LogEvent> events, long lines, long bytes, BitSet told) {
        public Told {
            events = List.copyOf(events);
        }
    }

    private record Key(int kind, String host, Map<String, String> values) {}

    /// An event while later lines may repeat it.
    private static final class Kept {
        final String text;
        final int line;
        long count = 1;
        int last;

        Kept(String text, int line) {
            this.text = text;
            this.line = line;
            this.last = line;
        }
    }

    private final Catalogue catalogue;
    private final String document;
    private final Map<Key, Kept> kept = new LinkedHashMap<>();
    private final int[] distinct;
    private final int[] looks;
    private final int[] seenOnLine;
    private final Map<Integer, Map<String, String>> carried = new TreeMap<>();
    private final BitSet told = new BitSet();
    private int[] pending = new int[16];
    private int pendings;
    private int lineNumber = 1;
    private long bytes;

    private LogScanner(Catalogue catalogue, String document) {
        this.catalogue = catalogue;
        this.document = document;
        distinct = new int[catalogue.kinds().size()];
        looks = new int[catalogue.wordings()];
        seenOnLine = new int[catalogue.wordings()];
    }

    /// Reads to the end of the stream; does not close it.
    ///
    /// @throws IOException when reading fails
    public static Told scan(String document, InputStream in) throws IOException {
        return scan(Catalogue.installed(), document, in);
    }

    static Told scan(Catalogue catalogue, String document, InputStream in) throws IOException {
        LogScanner scanner = new LogScanner(catalogue, document);
        scanner.run(in);
        return scanner.result();
    }

    private void run(InputStream in) throws IOException {
        Keywords words = catalogue.keywords();
        int[] next = words.next;
        byte[] classes = words.classes;
        int accepting = words.accepting;
        byte[] buffer = new byte[BUFFER];
        int state = Keywords.ROOT;
        int lineStart = 0;
        int at = 0;
        int end = 0;
        boolean skipping = false;
        while (true) {
            int free = buffer.length - end;
            if (free == 0) {
                if (lineStart > 0) {
                    System.arraycopy(buffer, lineStart, buffer, 0, end - lineStart);
                    at -= lineStart;
                    end -= lineStart;
                    lineStart = 0;
                } else {
                    // A line longer than the buffer: its beginning is what counts.
                    line(buffer, 0, end);
                    skipping = true;
                    at = 0;
                    end = 0;
                }
                free = buffer.length - end;
            }
            int got = in.read(buffer, end, free);
            if (got < 0) break;
            bytes += got;
            end += got;
            while (at < end) {
                byte b = buffer[at++];
                if (b == '\n') {
                    if (pendings > 0) line(buffer, lineStart, at - 1);
                    state = Keywords.ROOT;
                    lineStart = at;
                    lineNumber++;
                    skipping = false;
                } else {
                    state = next[state + classes[b & 0xff]];
                    if (state >= accepting && !skipping) note(words.endsAt(state));
                }
            }
        }
        if (pendings > 0 && !skipping) line(buffer, lineStart, end);
        if (end == lineStart && lineNumber > 1) lineNumber--;
    }

    private void note(int[] keywords) {
        for (int keyword : keywords) {
            for (int w : catalogue.wordingsOf(keyword)) {
                if (seenOnLine[w] == lineNumber) continue;
                seenOnLine[w] = lineNumber;
                if (looks[w] >= LOOKS) {
                    told.set(lineNumber);
                    continue;
                }
                if (pendings == pending.length) pending = Arrays.copyOf(pending, pendings * 2);
                pending[pendings++] = w;
            }
        }
    }

    private void line(byte[] buffer, int from, int to) {
        String raw = new String(buffer, from, Math.min(to - from, LONGEST), StandardCharsets.UTF_8);
        String whole = Lines.clean(raw);
        String text = Prefixes.stripped(whole);
        Arrays.sort(pending, 0, pendings);
        boolean talk = Talk.about(text);
        Map<String, String> about = null;
        String host = "";
        // A heading holds for the events of its own line.
        for (int i = 0; i < pendings; i++) {
            Catalogue.Wording wording = catalogue.wording(pending[i]);
            looks[pending[i]]++;
            if (talk) continue;
            if (about == null) {
                about = new HashMap<>();
                host = Prefixes.host(text).or(() -> Prefixes.host(whole)).orElse("");
                Map<String, String> line = about;
                Prefixes.rank(whole).ifPresent(r -> line.put("rank", r));
            }
            told(wording, text, whole, host, about);
        }
        pendings = 0;
    }

    private void told(
            Catalogue.Wording wording,
            String text,
            String whole,
            String host,
            Map<String, String> about) {
        if (wording.pattern().isEmpty()) {
            event(wording.kind(), host, values(about), whole);
            return;
        }
        Matcher m = wording.pattern().get().matcher(text);
        for (int n = 0; n < PER_LINE && m.find(); n++) {
            Map<String, String> values = values(about);
            Map<String, String> own = new HashMap<>();
            for (String name : wording.names()) {
                String value = m.group(name);
                if (value != null) own.put(name, value.strip());
            }
            values.putAll(own);
            if (catalogue.carries(wording.kind())) carried.put(wording.kind(), own);
            event(wording.kind(), host, values, whole);
        }
    }

    private Map<String, String> values(Map<String, String> about) {
        Map<String, String> values = new HashMap<>();
        carried.values().forEach(values::putAll);
        values.putAll(about);
        return values;
    }

    private void event(int kind, String host, Map<String, String> values, String whole) {
        told.set(lineNumber);
        Key key = new Key(kind, host, values);
        Kept before = kept.get(key);
        if (before != null) {
            before.count++;
            before.last = lineNumber;
        } else if (distinct[kind] < DISTINCT) {
            distinct[kind]++;
            String quote = whole.strip();
            kept.put(
                    key,
                    new Kept(
                            quote.length() <= QUOTE ? quote : quote.substring(0, QUOTE),
                            lineNumber));
        }
    }

    private Told result() {
        List<LogEvent> events =
                kept.entrySet().stream()
                        .map(
                                e ->
                                        new LogEvent(
                                                catalogue.kind(e.getKey().kind()),
                                                e.getKey().host(),
                                                e.getKey().values(),
                                                e.getValue().text,
                                                e.getValue().count,
                                                e.getValue().last,
                                                Source.line(document, e.getValue().line)))
                        .toList();
        return new Told(events, bytes == 0 ? 0 : lineNumber, bytes, told);
    }
}
