package io.railhead.evidence.paste;

import io.railhead.evidence.Json;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parsers;
import io.railhead.evidence.log.LogScanner;
import io.railhead.model.Curtailed;
import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.Unavailable;
import io.railhead.model.Unread;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LogEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads pasted documents of any kind into facts. Not safe for use by several threads.
///
/// Each document is scanned for events; one of up to [#WHOLE] bytes is also cut into pieces, each
/// read by the parser that recognises it. What neither knows is noted as unread, block by block;
/// what was not looked at, because reading failed or a limit was reached, as curtailed.
public final class Paste {
    /// Documents up to this many bytes are kept as text and given to the parsers; larger ones are
    /// logs.
    public static final int WHOLE = 4 << 20;

    private final Parsers parsers;
    private final Scanners scanners = new Scanners();
    private final Room room = new Room(Runtime.getRuntime().maxMemory());
    private final Facts.Builder facts = Facts.builder();
    private final List<PieceReader.Read> readings = new ArrayList<>();
    private final Repeated repeated = new Repeated();
    private final Set<String> names = new HashSet<>();
    private long lost;
    private final List<String> broken = new ArrayList<>();
    private final Set<String> damaged = new LinkedHashSet<>();
    private final Set<String> unread = new LinkedHashSet<>();
    private int documents;
    private int blank;

    public Paste() {
        this(Parsers.installed());
    }

    Paste(Parsers parsers) {
        this.parsers = parsers;
    }

    /// How many documents were read.
    public int documents() {
        return documents;
    }

    /// Reads one document as far as it goes; does not close the stream.
    ///
    /// @param document what it is cited as; one of the same name as one before gets a number
    public void add(String document, InputStream in) {
        documents++;
        String name = document;
        for (int n = 2; !names.add(name); n++) name = document + " (" + n + ")";
        Salvaged salvaged = new Salvaged(in);
        try {
            read(name, PlainText.utf8(salvaged));
        } catch (IOException e) {
            throw new UncheckedIOException("a salvaged stream does not fail", e);
        }
        String part = name;
        salvaged.fault().ifPresent(why -> broken(part, why));
    }

    private void read(String name, InputStream in) throws IOException {
        byte[] head = in.readNBytes(WHOLE + 1);
        if (head.length == 0) {
            blank++;
        } else if (PlainText.isBinary(head)) {
            blank++;
            facts.unread(new Unread(name, 0, "no text: binary data"));
        } else if (head.length > WHOLE) {
            large(name, new SequenceInputStream(new ByteArrayInputStream(head), in));
        } else {
            small(name, PlainText.withLineFeeds(head));
        }
    }

    /// Notes that a document, or what comes after it, was not read in full.
    public void curtailed(String document, String why) {
        facts.curtailed(new Curtailed(document, 0, why));
    }

    /// Notes that a document could not be opened or broke off: what may stand in it is not known.
    public void broken(String document, String why) {
        broken.add(document);
        curtailed(document, why);
    }

    /// How the documents came in so far.
    public Intake intake() {
        return new Intake(
                documents + broken.size(),
                blank,
                broken,
                List.copyOf(damaged),
                List.copyOf(unread));
    }

    /// Adds what a machine told of itself, out of a bundle.
    public void add(Facts.Builder machine) {
        documents++;
        facts.addAll(machine);
    }

    private void large(String name, InputStream in) throws IOException {
        facts.curtailed(
                new Curtailed(
                        name,
                        0,
                        "more than %d MiB: only its lines were looked at, as those of a log; give"
                                        .formatted(WHOLE >> 20)
                                + " outputs of commands in it as files of their own"));
        LogScanner.Told told = scanners.lines().scan(name, in);
        events(MachineNames.ofDocument(name), told);
        if (told.events().isEmpty()) {
            facts.unread(new Unread(name, 1, told.lines() + " lines in which nothing is known"));
        }
    }

    private void small(String name, byte[] utf8) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        if (text.isBlank()) blank++;
        if (room.forQuoting(utf8.length)) facts.document(Transcript.ofFile(name, text));
        String machine = MachineNames.ofDocument(name);
        facts.machine(machine);
        List<Piece> pieces = Pieces.of(text);
        scanners.lines().machines(FanOut.machines(pieces, text));
        BitSet told = lines(name, machine, utf8, pieces);
        for (LogEvent e : Wrapped.of(name, text, scanners.lines())) {
            event(machine, e);
            told.set(e.source().firstLine(), e.source().lastLine() + 1);
        }
        PieceReader reader = new PieceReader(parsers, room, facts, name, told);
        List<Piece> apart = FanOut.apart(pieces);
        List<String> asPasted = apart.size() > pieces.size() ? text.lines().toList() : List.of();
        for (Piece piece : apart) {
            List<LogEvent> answers = new ArrayList<>(Answers.of(name, piece, scanners));
            answers.addAll(Loops.of(name, piece, scanners.lines()));
            for (LogEvent e : answers) {
                event(machine, by(piece.machine(), asPasted(e, asPasted)));
                told.set(e.source().firstLine());
            }
            reader.read(machine, piece);
        }
        scanners.lines().machines(Set.of());
        readings.addAll(reader.readings());
        boolean counts =
                reader.readings().stream()
                        .flatMap(r -> r.reading().facts().stream())
                        .anyMatch(Repeated::isCounter);
        if (counts) repeated.document(name, text);
    }

    /// With the machine's name before it, where the line has one.
    private static LogEvent asPasted(LogEvent e, List<String> lines) {
        int line = e.source().firstLine();
        if (line > lines.size()) return e;
        String text = Lines.clean(lines.get(line - 1)).strip();
        return new LogEvent(e.kind(), e.host(), e.values(), text, e.count(), e.last(), e.source());
    }

    /// What the lines tell; each machine that prompts name is read for itself, so that two that say
    /// the same are two.
    ///
    /// @return numbers of the lines that told an event
    private BitSet lines(String name, String machine, byte[] utf8, List<Piece> pieces) {
        if (pieces.stream().map(Piece::machine).distinct().count() < 2) {
            String of = pieces.isEmpty() ? "" : pieces.getFirst().machine();
            return lines(machine, of, 0, scanners.lines().scan(name, utf8));
        }
        BitSet all = new BitSet();
        int line = 1;
        int start = 0;
        int at = 0;
        while (at < pieces.size()) {
            int next = at + 1;
            String of = pieces.get(at).machine();
            while (next < pieces.size() && pieces.get(next).machine().equals(of)) next++;
            int above = line - 1;
            int end = start;
            int last = next < pieces.size() ? pieces.get(next).firstLine() : Integer.MAX_VALUE;
            for (; end < utf8.length && line < last; end++) if (utf8[end] == '\n') line++;
            LogScanner.Told told = scanners.lines().scan(name, utf8, start, end);
            lines(machine, of, above, told).stream().forEach(n -> all.set(n + above));
            start = end;
            at = next;
        }
        return all;
    }

    /// @param from how many lines of the document come before those that were scanned
    private BitSet lines(String machine, String of, int from, LogScanner.Told told) {
        told.curtailed().forEach(facts::curtailed);
        told.events().forEach(e -> event(machine, by(of, from == 0 ? e : below(from, e))));
        return told.told();
    }

    private static LogEvent below(int from, LogEvent e) {
        Source here = Source.line(e.source().document(), e.source().firstLine() + from);
        return new LogEvent(
                e.kind(), e.host(), e.values(), e.text(), e.count(), e.last() + from, here);
    }

    private static LogEvent by(String machine, LogEvent e) {
        if (machine.isEmpty() || !e.host().isEmpty()) return e;
        return new LogEvent(
                e.kind(), machine, e.values(), e.text(), e.count(), e.last(), e.source());
    }

    private void events(String machine, LogScanner.Told told) {
        told.curtailed().forEach(facts::curtailed);
        told.events().forEach(e -> event(machine, e));
    }

    private void event(String machine, LogEvent e) {
        if (room.forEvent(e.text().length())) facts.add(machine, e);
        else lost++;
    }

    /// What all documents together say. Documents of one kind that name no machine, or the same,
    /// are of different machines, or of different times: each is held for a machine of its own.
    public Facts facts() {
        Map<List<String>, Set<String>> documentsOf = new HashMap<>();
        Map<String, Set<String>> calledSo = new HashMap<>();
        for (PieceReader.Read r : readings) {
            documentsOf
                    .computeIfAbsent(List.of(r.machine(), r.parser()), k -> new HashSet<>())
                    .add(r.document());
            calledSo.computeIfAbsent(MachineNames.stem(r.document()), k -> new HashSet<>())
                    .add(r.document());
        }
        for (PieceReader.Read r : readings) {
            boolean alone =
                    documentsOf.getOrDefault(List.of(r.machine(), r.parser()), Set.of()).size() < 2;
            String stem = MachineNames.stem(r.document());
            boolean unique = calledSo.getOrDefault(stem, Set.of()).size() < 2;
            String machine = alone ? r.machine() : unique ? stem : r.document();
            for (Fact fact : r.reading().facts()) {
                // Every line of the document was scanned for events already.
                if (!(fact instanceof LogEvent)) facts.add(machine, fact);
                repeated.add(r.machine(), machine, fact);
            }
            for (Curtailed d : r.reading().damaged()) {
                damaged.add(d.document());
                facts.curtailed(d);
            }
            boolean damaged =
                    r.reading().unavailable().stream()
                            .anyMatch(u -> u.why().startsWith(Json.NOT_VALID));
            for (Unavailable u : r.reading().unavailable()) {
                // Of a text that is cut or damaged nothing is known by having tried.
                if (u.why().startsWith(Json.NOT_VALID)) {
                    unread.add(r.document());
                    curtailed(r.document(), "could not be read: " + u.why());
                } else if (!damaged || !r.reading().facts().isEmpty()) {
                    facts.unavailable(new Unavailable(machine, u.command(), u.why()));
                }
            }
        }
        readings.clear();
        repeated.rises(facts);
        if (lost > 0) {
            curtailed("all documents", "%d events of later documents are not kept".formatted(lost));
        }
        if (room.partsLeftOut() > 0) {
            curtailed(
                    "all documents",
                    "%d more parts that were not recognised are not listed"
                            .formatted(room.partsLeftOut()));
        }
        return facts.build();
    }
}
