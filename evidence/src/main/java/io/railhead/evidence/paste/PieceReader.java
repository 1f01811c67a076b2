package io.railhead.evidence.paste;

import io.railhead.evidence.Parser;
import io.railhead.evidence.Parsers;
import io.railhead.evidence.Reading;
import io.railhead.model.Curtailed;
import io.railhead.model.Facts;
import io.railhead.model.Transcript;
import io.railhead.model.Unavailable;
import io.railhead.model.Unread;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Gives the pieces of one document to the parsers that recognise them, and lists the lines that
/// nobody reads.
///
/// A piece is shown to the parsers once, and what one leaves is shown to the others, a few times:
/// the work grows with the text and not with its place in the document.
final class PieceReader {
    /// How often the lines a parser left are offered to the others.
    private static final int ROUNDS = 4;

    private static final int QUOTE = 160;

    /// What one parser made of one piece.
    record Read(String machine, String parser, String document, Reading reading) {}

    private final Parsers parsers;
    private final Room room;
    private final Facts.Builder facts;
    private final String document;
    private final BitSet told;
    private final List<Read> readings = new ArrayList<>();
    private boolean full;

    /// @param told numbers of the document's lines that told events
    PieceReader(Parsers parsers, Room room, Facts.Builder facts, String document, BitSet told) {
        this.parsers = parsers;
        this.room = room;
        this.facts = facts;
        this.document = document;
        this.told = told;
    }

    /// What was read so far.
    List<Read> readings() {
        return readings;
    }

    /// @param machine whose it is when the piece itself does not say
    void read(String machine, Piece piece) {
        if (piece.text().isBlank()) return;
        if (!room.forFacts()) {
            if (!full) {
                full = true;
                facts.curtailed(
                        new Curtailed(
                                document,
                                piece.firstLine(),
                                "from here on only the lines of logs are looked at: the heap has no"
                                        + " room for more tables; give railhead fewer files at"
                                        + " once, or more memory (RAILHEAD_JAVA_OPTIONS=-Xmx8g)"));
            }
            return;
        }
        String owner = piece.machine().isEmpty() ? machine : piece.machine();
        Optional<Parser> parser = parser(piece);
        if (parser.isEmpty()) {
            unknown(piece);
            return;
        }
        Set<String> tried = new HashSet<>();
        List<Unread> left = read(parser.get(), owner, piece, tried);
        for (int round = 1; round < ROUNDS && left.size() > 1; round++) {
            List<Unread> still = new ArrayList<>();
            for (List<Unread> block : blocks(left, 2)) {
                Piece part = part(block);
                Optional<Parser> other = parsers.recognise(part.text());
                if (other.isEmpty() || tried.contains(other.get().name())) {
                    still.addAll(block);
                } else {
                    still.addAll(read(other.get(), owner, part, tried));
                }
            }
            if (still.size() == left.size()) break;
            left = still;
        }
        // The prompt or heading itself was understood: it cut the piece.
        int heading =
                piece.command().isEmpty() && piece.machine().isEmpty() ? 0 : piece.firstLine();
        List<Unread> nobodys =
                left.stream().filter(u -> u.line() != heading && !told.get(u.line())).toList();
        for (List<Unread> block : blocks(nobodys, 1)) {
            unread(block.getFirst().line(), block.getLast().line(), block.getFirst().text());
        }
    }

    /// By what the text looks like; where another parser reads the command that stands above it,
    /// and this one does not, by the command: a file of settings and the settings that run look
    /// alike.
    private Optional<Parser> parser(Piece piece) {
        Optional<Parser> byText = parsers.recognise(piece.text());
        String command = piece.command();
        if (command.isEmpty()) return byText;
        if (byText.isPresent() && byText.get().readsCommand(command)) return byText;
        return parsers.forCommand(command).or(() -> byText);
    }

    private List<Unread> read(Parser parser, String machine, Piece piece, Set<String> tried) {
        tried.add(parser.name());
        Reading reading;
        try {
            reading = parser.read(Transcript.ofPart(document, piece.firstLine(), piece.text()));
        } catch (RuntimeException | StackOverflowError e) {
            facts.unavailable(
                    new Unavailable(
                            machine,
                            piece.command().isEmpty() ? document : piece.command(),
                            "the parser %s failed on it (%s); please report this with the output"
                                    .formatted(parser.name(), e)));
            return List.of();
        }
        if (!reading.facts().isEmpty()) room.parsed(piece.text().length());
        readings.add(
                new Read(
                        machine,
                        parser.name(),
                        document,
                        new Reading(
                                reading.facts(),
                                List.of(),
                                reading.unavailable(),
                                reading.damaged())));
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

    /// Lines that follow each other.
    ///
    /// @param step 1, or 2 when a blank line may stand between them
    private static List<List<Unread>> blocks(List<Unread> lines, int step) {
        List<List<Unread>> blocks = new ArrayList<>();
        int last = Integer.MIN_VALUE;
        for (Unread u : lines) {
            if (blocks.isEmpty() || u.line() > last + step) blocks.add(new ArrayList<>());
            blocks.getLast().add(u);
            last = u.line();
        }
        return blocks;
    }

    /// A piece that no parser reads: known all the same when lines of it told events; else listed.
    private void unknown(Piece piece) {
        int last = piece.firstLine() + piece.lines() - 1;
        int known = told.nextSetBit(piece.firstLine());
        if (known >= 0 && known <= last) return;
        String first =
                piece.text().lines().filter(l -> !l.isBlank()).findFirst().orElse("").strip();
        if (!first.isEmpty()) unread(piece.firstLine(), last, first);
    }

    private void unread(int first, int last, String text) {
        if (!room.forPart()) return;
        String quote = text.length() <= QUOTE ? text : text.substring(0, QUOTE) + " …";
        facts.unread(
                new Unread(
                        document,
                        first,
                        last - first + 1,
                        last > first ? "lines %d-%d: %s".formatted(first, last, quote) : quote));
    }
}
