package io.railhead.evidence.paste;

import io.railhead.evidence.Parser;
import io.railhead.evidence.Parsers;
import io.railhead.evidence.Reading;
import io.railhead.evidence.log.LogScanner;
import io.railhead.model.Facts;
import io.railhead.model.Transcript;
import io.railhead.model.Unavailable;
import io.railhead.model.Unread;
import io.railhead.model.fact.Fact;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads pasted documents of any kind into facts. Not safe for use by several threads.
///
/// Each document is scanned for events; one of up to [#WHOLE] bytes is also cut into pieces, each
/// read by the parser that recognises it. What neither knows is noted as unread, block by block.
public final class Paste {
    /// Documents up to this many bytes are kept as text and given to the parsers; larger ones are
    /// logs.
    public static final int WHOLE = 4 << 20;

    /// Text of all documents that is kept for quoting, in bytes.
    private static final long KEPT = 64L << 20;

    /// How often the lines a parser left are offered to the others.
    private static final int ROUNDS = 4;

    private static final int QUOTE = 160;

    private record Read(String machine, String parser, String document, Reading reading) {}

    private final Facts.Builder facts = Facts.builder();
    private final List<Read> readings = new ArrayList<>();
    private long kept;
    private int documents;

    /// How many documents were read.
    public int documents() {
        return documents;
    }

    /// Reads one document; does not close the stream.
    ///
    /// @param name what it is cited as
    /// @throws IOException when reading fails
    public void add(String name, InputStream in) throws IOException {
        documents++;
        byte[] head = in.readNBytes(WHOLE + 1);
        byte[] utf8 = toUtf8(head);
        if (looksBinary(utf8)) {
            facts.unread(new Unread(name, 0, "no text: " + utf8.length + " bytes of binary data"));
            return;
        }
        if (head.length > WHOLE) {
            LogScanner.Told told =
                    LogScanner.scan(
                            name, new SequenceInputStream(new ByteArrayInputStream(utf8), in));
            told.events().forEach(e -> facts.add(MachineNames.ofDocument(name), e));
            if (told.events().isEmpty()) {
                facts.unread(
                        new Unread(name, 1, told.lines() + " lines in which nothing is known"));
            }
            return;
        }
        small(name, utf8);
    }

    /// Reads what a command printed on a machine, out of a bundle.
    public void add(Transcript transcript) {
        documents++;
        Parsers.installed().read(transcript, facts);
        byte[] utf8 = transcript.stdout().getBytes(StandardCharsets.UTF_8);
        try {
            LogScanner.scan(transcript.document(), new ByteArrayInputStream(utf8))
                    .events()
                    .forEach(e -> facts.add(transcript.machine(), e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Notes that a machine gave nothing.
    public void unreachable(String machine, String why) {
        facts.unreachable(machine, why);
    }

    private void small(String name, byte[] utf8) throws IOException {
        String text = new String(utf8, StandardCharsets.UTF_8);
        if (kept + utf8.length <= KEPT) {
            kept += utf8.length;
            facts.document(Transcript.ofFile(name, text));
        }
        String machine = MachineNames.ofDocument(name);
        facts.machine(machine);
        LogScanner.Told told = LogScanner.scan(name, new ByteArrayInputStream(utf8));
        told.events().forEach(e -> facts.add(machine, e));
        for (Piece piece : Pieces.of(text)) {
            piece(name, piece.machine().isEmpty() ? machine : piece.machine(), piece, told.told());
        }
    }

    private void piece(String name, String machine, Piece piece, BitSet told) {
        Parsers parsers = Parsers.installed();
        Optional<Parser> parser = parsers.recognise(piece.text());
        if (parser.isEmpty() && !piece.command().isEmpty()) {
            parser = parsers.forCommand(piece.command());
        }
        if (parser.isEmpty()) {
            unknown(name, piece, told);
            return;
        }
        Set<String> tried = new HashSet<>();
        List<Unread> left =
                read(parser.get(), name, machine, piece, Optional.of(piece.command()), tried);
        for (int round = 1; round < ROUNDS && left.size() > 1; round++) {
            List<Unread> still = new ArrayList<>();
            for (List<Unread> block : blocks(left)) {
                Piece part = part(block);
                Optional<Parser> other = parsers.recognise(part.text());
                if (other.isEmpty() || tried.contains(other.get().name())) {
                    still.addAll(block);
                } else {
                    still.addAll(read(other.get(), name, machine, part, Optional.empty(), tried));
                }
            }
            if (still.size() == left.size()) break;
            left = still;
        }
        // The prompt or heading itself was understood: it cut the piece.
        int heading = piece.command().isEmpty() ? 0 : piece.firstLine();
        left.stream()
                .filter(u -> u.line() != heading && !told.get(u.line()))
                .forEach(facts::unread);
    }

    private List<Unread> read(
            Parser parser,
            String name,
            String machine,
            Piece piece,
            Optional<String> command,
            Set<String> tried) {
        tried.add(parser.name());
        Reading reading;
        try {
            reading = parser.read(Transcript.ofFile(name, piece.inPlace()));
        } catch (RuntimeException | StackOverflowError e) {
            facts.unavailable(
                    new Unavailable(
                            machine,
                            command.filter(c -> !c.isEmpty()).orElse(name),
                            "the parser %s failed on it (%s); please report this with the output"
                                    .formatted(parser.name(), e)));
            return List.of();
        }
        readings.add(new Read(machine, parser.name(), name, reading));
        return reading.unread();
    }

    private static Piece part(List<Unread> block) {
        StringBuilder text = new StringBuilder();
        int at = block.getFirst().line();
        for (Unread u : block) {
            for (; at < u.line(); at++) text.append('\n');
            text.append(u.text()).append('\n');
            at++;
        }
        return new Piece("", "", block.getFirst().line(), text.toString());
    }

    /// Lines that follow each other, a blank line between them allowed.
    private static List<List<Unread>> blocks(List<Unread> lines) {
        List<List<Unread>> blocks = new ArrayList<>();
        int last = Integer.MIN_VALUE;
        for (Unread u : lines) {
            if (blocks.isEmpty() || u.line() > last + 2) blocks.add(new ArrayList<>());
            blocks.getLast().add(u);
            last = u.line();
        }
        return blocks;
    }

    /// A piece that no parser reads: known all the same when lines of it told events; else listed.
    private void unknown(String name, Piece piece, BitSet told) {
        int last = piece.firstLine() + piece.lines() - 1;
        if (told.get(piece.firstLine(), last + 1).cardinality() > 0) return;
        String first =
                piece.text().lines().filter(l -> !l.isBlank()).findFirst().orElse("").strip();
        if (first.isEmpty()) return;
        String quote = first.length() <= QUOTE ? first : first.substring(0, QUOTE) + " …";
        facts.unread(
                new Unread(
                        name,
                        piece.firstLine(),
                        last > piece.firstLine()
                                ? "lines %d-%d: %s".formatted(piece.firstLine(), last, quote)
                                : quote));
    }

    /// What all documents together say. Documents of one kind that name no machine, or the same,
    /// are of different machines, or of different times: each is held for a machine of its own.
    public Facts facts() {
        Map<List<String>, Set<String>> documentsOf = new HashMap<>();
        for (Read r : readings) {
            documentsOf
                    .computeIfAbsent(List.of(r.machine, r.parser), k -> new HashSet<>())
                    .add(r.document);
        }
        for (Read r : readings) {
            boolean alone =
                    documentsOf.getOrDefault(List.of(r.machine, r.parser), Set.of()).size() < 2;
            String machine = alone ? r.machine : MachineNames.stem(r.document);
            for (Fact fact : r.reading.facts()) facts.add(machine, fact);
            for (Unavailable u : r.reading.unavailable()) {
                facts.unavailable(new Unavailable(machine, u.command(), u.why()));
            }
        }
        readings.clear();
        return facts.build();
    }

    /// Text as other systems save it: UTF-16 with its mark becomes UTF-8, a mark of UTF-8 goes.
    private static byte[] toUtf8(byte[] bytes) {
        if (bytes.length >= 2 && bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe) {
            return new String(bytes, 2, bytes.length - 2, StandardCharsets.UTF_16LE)
                    .getBytes(StandardCharsets.UTF_8);
        }
        if (bytes.length >= 2 && bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff) {
            return new String(bytes, 2, bytes.length - 2, StandardCharsets.UTF_16BE)
                    .getBytes(StandardCharsets.UTF_8);
        }
        return bytes;
    }

    /// More than one byte of fifty is a control character that no terminal prints.
    private static boolean looksBinary(byte[] bytes) {
        int odd = 0;
        int looked = Math.min(bytes.length, 8192);
        for (int i = 0; i < looked; i++) {
            int b = bytes[i] & 0xff;
            if (b < 9 || (b > 13 && b < 27) || (b > 27 && b < 32)) odd++;
        }
        return odd * 50 > looked;
    }
}
