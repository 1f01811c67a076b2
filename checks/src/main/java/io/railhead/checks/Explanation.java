package io.railhead.checks;

/// The long form of a finding, for a person.
///
/// Text is wrapped for the reader's width; lines that begin with two blanks are commands and stand
/// as they are.
///
/// @param what the fault in one sentence
/// @param shows how it shows itself: symptoms, log lines
/// @param why why it happens
/// @param fix how to mend it, with commands
/// @param prove how to prove that it is mended
public record Explanation(String what, String shows, String why, String fix, String prove) {
    public Explanation {
        what = framed(what);
        shows = framed(shows);
        why = framed(why);
        fix = framed(fix);
        prove = framed(prove);
    }

    /// Without blank lines around it. Blanks before the first line stay: they make it a command.
    private static String framed(String text) {
        return text.replaceFirst("^(?:[ \\t]*\\R)+", "").stripTrailing();
    }
}
