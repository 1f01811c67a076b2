package io.railhead.evidence.paste;

/// How much of all documents together is kept: a sixteenth of the heap for each kind of thing,
/// since a byte of a table becomes some ten bytes of facts.
final class Room {
    /// Parts that were not recognised are listed up to this many.
    static final int PARTS = 10_000;

    private final long share;
    private long quoted;
    private long parsed;
    private long told;
    private int parts;

    /// @param heap bytes that all may take
    Room(long heap) {
        share = heap / 16;
    }

    /// Whether a document of so many bytes is kept for quoting.
    boolean forQuoting(int bytes) {
        if (quoted + bytes > share) return false;
        quoted += bytes;
        return true;
    }

    /// Whether there is room for the facts of any further piece.
    boolean forFacts() {
        return parsed < share;
    }

    /// A piece of so many characters gave facts.
    void parsed(int characters) {
        parsed += characters;
    }

    /// Whether an event whose line has so many characters is kept.
    boolean forEvent(int characters) {
        // Its values take about as much as its text, and the record the rest.
        int size = 2 * characters + 400;
        if (told + size > 2 * share) return false;
        told += size;
        return true;
    }

    /// Whether one more part that was not recognised is listed.
    boolean forPart() {
        return parts++ < PARTS;
    }

    /// How many parts were not listed.
    int partsLeftOut() {
        return Math.max(0, parts - PARTS);
    }
}
