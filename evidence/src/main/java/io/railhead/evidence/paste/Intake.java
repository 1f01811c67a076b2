package io.railhead.evidence.paste;

import java.util.List;
import java.util.stream.Stream;

/// How the documents of a [Paste] came in.
///
/// @param documents how many were read, or tried
/// @param blank how many of them hold no text at all
/// @param broken those that could not be read to their end or not be opened, in order
/// @param damaged those with a part that is there and is not what it should be, in order
/// @param unread those whose form was known and of which nothing could be read, in order
public record Intake(
        int documents, int blank, List<String> broken, List<String> damaged, List<String> unread) {

    /// Nothing was pasted: the evidence was collected.
    public static final Intake NONE = new Intake(0, 0, List.of(), List.of(), List.of());

    public Intake {
        broken = List.copyOf(broken);
        damaged = List.copyOf(damaged);
        unread = List.copyOf(unread);
    }

    /// All that were not read in full, broken ones first.
    public List<String> inPart() {
        return Stream.of(broken, damaged, unread).flatMap(List::stream).distinct().toList();
    }
}
