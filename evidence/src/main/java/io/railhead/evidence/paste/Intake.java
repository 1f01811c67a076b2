package io.railhead.evidence.paste;

import java.util.List;

/// How the documents of a [Paste] came in.
///
/// @param documents how many were read, or tried
/// @param blank how many of them hold no text at all
/// @param broken those that could not be read to their end or not be opened, in order
public record Intake(int documents, int blank, List<String> broken) {

    /// Nothing was pasted: the evidence was collected.
    public static final Intake NONE = new Intake(0, 0, List.of());

    public Intake {
        broken = List.copyOf(broken);
    }
}
