package io.railhead.evidence.log;

import io.railhead.evidence.Lines;
import io.railhead.model.Curtailed;
import io.railhead.model.fact.LogEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// Reads documents of any size once each and gives the events their lines tell. What one document
/// taught about chunks of lines serves the next: where many small ones are read, take one
/// scanner for all. Not safe for use by several threads.
///
/// Memory is bounded: one buffer, the events that a [Tally] keeps, and what [SeenTails] remember.
/// Of a wording the first [#LOOKS] lines are looked at closely; later ones only when what stands
/// behind the keyword is new, else they are counted to the event that it told before, so that a
/// gigabyte of channel lines costs little more than finding keywords in it. The figure is that of
/// `benchmarks/diagnose-vs-grep`.
public final class LogScanner {
    /// Lines of one wording that are matched against its pattern whatever they say, per document.
    static final int LOOKS = 150;

    /// What is looked at of a line around a keyword: more is no line of a log.
    private static final int LONGEST = 4000;

    /// Of which may stand before the keyword.
    private static final int BEFORE = 1500;

    /// Matches of one wording in one line: several settings of one command line.
    private static final int PER_LINE = 40;

    private static final int BUFFER = 1 << 18;

    /// Lines up to this one are remembered as known: larger documents are not cut into pieces.
    private static final int REMEMBERED = 1 << 23;

    /// What a document told.
    ///
    /// @param curtailed what of it was not looked at
    /// @param told numbers of the lines that told an event, or would have if looked at
    public record Told(
            List<LogEvent> events, List<Curtailed> curtailed, long lines, long bytes, BitSet told) {
        public Told {
            events = List.copyOf(events);
            curtailed = List.copyOf(curtailed);
        }
    }

    private final Catalogue catalogue;
    private final KeywordSearch search;

    /// For each wording how often it was looked at in this document.
    private final int[] looks;

    private final long[] passed;
    private final @Nullable SeenTails[] tails;

    /// For each wording the line that had it last.
    private final long[] seenOn;

    /// Names of machines that stand before lines of the document, as `pdsh` prints them.
    private Set<String> machines = Set.of();

    private byte[] buffer = {};

    // What is known of the document.
    private Tally tally;
    private final Map<Integer, Map<String, String>> carried = new TreeMap<>();
    private BitSet told = new BitSet();
    private long bytes;

    /// Line feeds before the buffer.
    private long linesBefore;

    private long longLine;

    // The line, or the part of a long one, whose keywords are being gathered.
    private int from;
    private int to;
    private int number;
    private long serial;
    private int[] pending = new int[16];
    private long[] pendingTails = new long[16];
    private int pendings;

    public LogScanner(Catalogue catalogue) {
        this.catalogue = catalogue;
        search = new KeywordSearch(catalogue.keywords());
        tally = new Tally(catalogue);
        looks = new int[catalogue.wordings()];
        passed = new long[catalogue.wordings()];
        seenOn = new long[catalogue.wordings()];
        tails = new SeenTails[catalogue.wordings()];
    }

    /// Names that tell, where a line begins with one and a colon, whose line it is, in the
    /// documents that are read from now on.
    public void machines(Set<String> names) {
        machines = Set.copyOf(names);
    }

    /// Reads to the end of the stream; does not close it.
    ///
    /// @throws IOException when reading fails
    public Told scan(String document, InputStream in) throws IOException {
        return scan(document, in, BUFFER);
    }

    /// Of a document that is there as a whole.
    public Told scan(String document, byte[] text) {
        return scan(document, text, 0, text.length);
    }

    /// Of a part of a document, from one index to before another; its lines count from 1.
    public Told scan(String document, byte[] text, int start, int end) {
        try {
            // One byte more, so that a full buffer is none.
            int size = Math.min(BUFFER, end - start + 1);
            return scan(document, new ByteArrayInputStream(text, start, end - start), size);
        } catch (IOException e) {
            throw new UncheckedIOException("an array does not fail", e);
        }
    }

    private Told scan(String document, InputStream in, int size) throws IOException {
        Arrays.fill(looks, 0);
        Arrays.fill(passed, 0);
        Arrays.fill(tails, null);
        tally = new Tally(catalogue);
        carried.clear();
        told = new BitSet();
        bytes = 0;
        linesBefore = 0;
        longLine = 0;
        if (buffer.length < size + KeywordSearch.BEHIND) {
            buffer = new byte[size + KeywordSearch.BEHIND];
        }
        boolean open = run(in, size);
        return result(document, open);
    }

    /// @param size how much of the buffer is used
    /// @return whether the last line has no line feed
    private boolean run(InputStream in, int size) throws IOException {
        int end = 0;
        while (true) {
            int got = in.readNBytes(buffer, end, size - end);
            bytes += got;
            end += got;
            if (end < size) {
                block(end);
                return end > 0 && buffer[end - 1] != '\n';
            }
            int whole = end;
            while (whole > 0 && buffer[whole - 1] != '\n') whole--;
            if (whole == 0) {
                if (longLine == 0) longLine = linesBefore + 1;
                whole = end;
            }
            block(whole);
            System.arraycopy(buffer, whole, buffer, 0, end - whole);
            end -= whole;
        }
    }

    /// Whole lines, or as much of one as the buffer holds.
    private void block(int end) {
        search.find(buffer, end);
        int feed = 0;
        int lineEnd = -1;
        to = -1;
        for (int hit = 0; hit < search.hits(); hit++) {
            int place = search.place(hit);
            if (place >= to) {
                look();
                if (place >= lineEnd) {
                    while (feed < search.feeds() && search.feed(feed) < place) feed++;
                    lineEnd = feed < search.feeds() ? search.feed(feed) : end;
                    from = feed == 0 ? 0 : search.feed(feed - 1) + 1;
                    number = (int) Math.min(linesBefore + feed + 1, Integer.MAX_VALUE);
                }
                if (place - from >= LONGEST) from = place - BEFORE;
                to = Math.min(lineEnd, from + LONGEST);
                serial++;
            }
            note(search.keyword(hit), place + 1);
        }
        look();
        linesBefore += search.feeds();
    }

    /// @param behind where the text behind the keyword begins
    private void note(int keyword, int behind) {
        long hash = 0;
        for (int w : catalogue.wordingsOf(keyword)) {
            if (seenOn[w] == serial) continue;
            seenOn[w] = serial;
            long tail = 0;
            if (looks[w] >= LOOKS) {
                // Where a keyword suffices, all later lines say one thing.
                tail = 1;
                if (!catalogue.suffices(w)) {
                    if (hash == 0) hash = SeenTails.hash(buffer, behind, to);
                    tail = hash;
                }
                if (isCounted(w, tail)) continue;
            }
            if (pendings == pending.length) {
                pending = Arrays.copyOf(pending, pendings * 2);
                pendingTails = Arrays.copyOf(pendingTails, pendings * 2);
            }
            pending[pendings] = w;
            pendingTails[pendings++] = tail;
        }
    }

    /// Counts a later line of a wording when it needs no look, or can have none.
    private boolean isCounted(int wording, long tail) {
        if (number < REMEMBERED) told.set(number);
        SeenTails seen = tails[wording];
        if (seen == null) {
            seen = new SeenTails();
            tails[wording] = seen;
        }
        if (seen.isCounted(tail, number)) return true;
        if (seen.isFull()) passed[wording]++;
        return seen.isFull();
    }

    private void look() {
        if (pendings == 0) return;
        String raw = new String(buffer, from, to - from, StandardCharsets.UTF_8);
        Speaker speaker = new Speaker(Lines.clean(raw), machines);
        // In the order of the catalogue: a heading holds for the events of its own line.
        sortPending();
        for (int i = 0; i < pendings; i++) {
            int w = pending[i];
            looks[w]++;
            Optional<Tally.Kept> event = told(catalogue.wording(w), speaker);
            SeenTails seen = tails[w];
            if (seen != null && pendingTails[i] != 0) seen.put(pendingTails[i], event);
        }
        pendings = 0;
    }

    private void sortPending() {
        for (int i = 1; i < pendings; i++) {
            int w = pending[i];
            long tail = pendingTails[i];
            int at = i;
            for (; at > 0 && pending[at - 1] > w; at--) {
                pending[at] = pending[at - 1];
                pendingTails[at] = pendingTails[at - 1];
            }
            pending[at] = w;
            pendingTails[at] = tail;
        }
    }

    /// @return the first event that the line tells in this wording, if it is kept
    private Optional<Tally.Kept> told(Catalogue.Wording wording, Speaker speaker) {
        if (wording.form().isEmpty()) {
            if (speaker.isTalk() || !speaker.says(wording.keywords())) return Optional.empty();
            return event(wording.kind(), speaker, Map.of());
        }
        Optional<Tally.Kept> first = Optional.empty();
        Catalogue.Form form = wording.form().get();
        Opening opening = form.opening();
        Matcher m = form.pattern().matcher(speaker.text());
        int behind = 0;
        for (int n = 0; n < PER_LINE; n++) {
            if (behind > speaker.text().length()) break;
            if (!opening.find(m, speaker.lower(), behind)) break;
            behind = m.end() > m.start() ? m.end() : m.end() + 1;
            if (speaker.isTalk()) break;
            Map<String, String> own = new HashMap<>();
            for (String name : form.names()) {
                String value = m.group(name);
                if (value != null) own.put(name, value.strip());
            }
            if (catalogue.carries(wording.kind())) carried.put(wording.kind(), own);
            Optional<Tally.Kept> event = event(wording.kind(), speaker, own);
            if (n == 0) first = event;
        }
        return first;
    }

    private Optional<Tally.Kept> event(int kind, Speaker speaker, Map<String, String> own) {
        if (number < REMEMBERED) told.set(number);
        Map<String, String> values = new HashMap<>();
        carried.values().forEach(values::putAll);
        speaker.rank().ifPresent(r -> values.put("rank", r));
        values.putAll(own);
        return tally.add(kind, speaker.host(), values, speaker.whole(), number);
    }

    private Told result(String document, boolean open) {
        List<Curtailed> curtailed = new ArrayList<>(tally.curtailed(document));
        Map<String, Long> repeats = new TreeMap<>();
        for (int w = 0; w < passed.length; w++) {
            if (passed[w] == 0) continue;
            repeats.merge(catalogue.kind(catalogue.wording(w).kind()), passed[w], Long::sum);
        }
        if (!repeats.isEmpty()) {
            curtailed.add(
                    new Curtailed(
                            document,
                            0,
                            "%s lines were passed over: of one wording more than %,d say something new (%s)"
                                    .formatted(
                                            Tally.sum(repeats),
                                            SeenTails.MOST,
                                            Tally.named(repeats))));
        }
        if (longLine > 0) {
            curtailed.add(
                    new Curtailed(
                            document,
                            (int) Math.min(longLine, Integer.MAX_VALUE),
                            "a line of more than %d KiB is read in parts".formatted(BUFFER >> 10)));
        }
        long lines = linesBefore + (open ? 1 : 0);
        return new Told(tally.events(document), curtailed, lines, bytes, told);
    }
}
