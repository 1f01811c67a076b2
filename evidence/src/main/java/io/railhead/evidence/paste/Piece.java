package io.railhead.evidence.paste;

/// A part of a document that one command printed, as far as its headings tell.
///
/// @param machine who printed it; empty when nothing says so
/// @param command what was run; empty when nothing says so
/// @param firstLine number of its first line in the document, from 1
/// @param text its lines, freed of what collectors put before them, one line feed a line
public record Piece(String machine, String command, int firstLine, String text) {

    /// How many lines it has.
    public int lines() {
        return (int) text.chars().filter(c -> c == '\n').count();
    }
}
