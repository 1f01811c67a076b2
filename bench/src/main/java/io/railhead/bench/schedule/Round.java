package io.railhead.bench.schedule;

import io.railhead.bench.Pair;
import java.util.List;

/// Pairs that are measured at the same time.
///
/// @param together what is measured by running them at once; for [Together#NO] each pair is
///     measured for itself, and at once only because none shares anything with another
public record Round(List<Pair> pairs, Together together) {

    /// Why pairs run at once.
    public enum Together {
        NO,
        /// All rails of two hosts: what a host can send by all its ports.
        RAILS,
        /// One half of the hosts to the other: what the middle of the fabric carries.
        BISECTION;

        /// As the condition `together` says it.
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public Round {
        pairs = List.copyOf(pairs);
    }

    /// Of pairs that have nothing to do with each other.
    public static Round of(List<Pair> pairs) {
        return new Round(pairs, Together.NO);
    }
}
