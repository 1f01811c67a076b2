package io.railhead.bench.schedule;

/// Which pairs are measured.
///
/// @param railsTogether also all rails of two hosts at once, after each by itself
public record Pairing(Which which, boolean railsTogether) {
    public enum Which {
        /// Every ordered pair.
        EVERY,
        /// Every host once as sender and once as receiver: the fewest tests that use every host's
        /// port in both directions.
        QUICK,
        /// Half of the hosts against the other, all at once, one direction after the other.
        BISECTION
    }

    public static final Pairing EVERY = new Pairing(Which.EVERY, false);
    public static final Pairing QUICK = new Pairing(Which.QUICK, false);
}
