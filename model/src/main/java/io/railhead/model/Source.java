package io.railhead.model;

/// Where a fact was read: lines of a document, counted from 1, last line included.
///
/// @param document [Transcript#document()], or the path of a file such as `cluster.yaml`
public record Source(String document, int firstLine, int lastLine) {

    public static Source line(String document, int line) {
        return new Source(document, line, line);
    }
}
