package io.railhead.bench;

/// One direction between two hosts on one rail.
///
/// @param from host that sends (the client)
/// @param to host that receives (the server)
public record Pair(String rail, String from, String to) {

    /// A host by itself: no rail, nobody to send to.
    public static Pair alone(String host) {
        return new Pair("", host, "");
    }

    public boolean isAlone() {
        return to.isEmpty();
    }

    public Pair reversed() {
        return new Pair(rail, to, from);
    }

    /// `gpu01 -> gpu02 rail0`.
    @Override
    public String toString() {
        return isAlone() ? from : from + " -> " + to + (rail.isEmpty() ? "" : " " + rail);
    }
}
