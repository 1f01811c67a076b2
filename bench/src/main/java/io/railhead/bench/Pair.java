package io.railhead.bench;

/// One direction between two hosts on one rail.
///
/// @param from host that sends (the client)
/// @param to host that receives (the server)
public record Pair(String rail, String from, String to) {

    /// In the place of a receiver: one job over all hosts.
    public static final String ALL = "all";

    /// A host by itself: no rail, nobody to send to.
    public static Pair alone(String host) {
        return new Pair("", host, "");
    }

    /// One job over all hosts, started on this one.
    public static Pair job(String host) {
        return new Pair("", host, ALL);
    }

    /// No rail is measured: a host by itself, or a job that takes the ways it finds.
    public boolean isAlone() {
        return rail.isEmpty() && (to.isEmpty() || isJob());
    }

    public boolean isJob() {
        return rail.isEmpty() && to.equals(ALL);
    }

    public Pair reversed() {
        return new Pair(rail, to, from);
    }

    /// `gpu01 -> gpu02 rail0`.
    @Override
    public String toString() {
        if (isJob()) {
            return "all hosts, from " + from;
        }
        return isAlone() ? from : from + " -> " + to + (rail.isEmpty() ? "" : " " + rail);
    }
}
