package io.railhead.cli.findings;

import java.util.Locale;

/// What a diagnosis comes to as a whole: that nothing was found says something only of a text that
/// could be read and of which something is known.
public enum Judgement {
    /// There are findings above information.
    FAULTS,
    /// Something of the text is known, all of it could be read, and nothing is wrong.
    NO_FAULT,
    /// The same of a part; the rest could not be read.
    NO_FAULT_IN_PART,
    /// There is text, and nothing of it is known.
    NOT_RECOGNISED,
    /// There is no text: the input is empty, binary, or could not be opened.
    NOTHING_READ;

    /// `no-fault-in-part`: the word used in JSON.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Whether the input was such that findings, or their absence, say something of all of it.
    public boolean isVerdict() {
        return this == FAULTS || this == NO_FAULT;
    }
}
