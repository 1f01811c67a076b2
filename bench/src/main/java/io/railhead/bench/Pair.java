package io.railhead.bench;

/// One direction between two hosts on one rail.
///
/// @param from host that sends (the client)
/// @param to host that receives (the server)
public record Pair(String rail, String from, String to) {

    public Pair reversed() {
        return new Pair(rail, to, from);
    }

    /// `gpu01 -> gpu02 rail0`.
    @Override
    public String toString() {
        return from + " -> " + to + (rail.isEmpty() ? "" : " " + rail);
    }
}
