package io.railhead.model;

/// Lines that were neither read nor ignored on purpose; reported, never dropped.
///
/// @param line number of the first one, from 1; 0 for the document as a whole
/// @param lines how many they are
/// @param text the first one, or all of them in words
public record Unread(String document, int line, int lines, String text) {

    /// A single line.
    public Unread(String document, int line, String text) {
        this(document, line, 1, text);
    }
}
