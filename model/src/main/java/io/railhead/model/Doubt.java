package io.railhead.model;

import java.util.List;

/// How far the evidence settles a finding, and what would settle it.
///
/// @param certainty how well the evidence shows this cause
/// @param decide the command that shows whether it is this cause; empty when nothing is open
/// @param alternatives other causes that would look the same, most likely first
public record Doubt(Certainty certainty, String decide, List<Alternative> alternatives) {

    /// How well evidence shows a cause.
    public enum Certainty {
        /// The evidence itself says so.
        CERTAIN,
        /// Several pieces fit it, and nothing else that was read does.
        LIKELY,
        /// It fits, and so would others.
        POSSIBLE;

        /// `certain`, `likely` or `possible`.
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /// Another cause that may be behind the same evidence.
    ///
    /// @param code of its finding; `railhead explain` tells of it
    /// @param decide the command that shows whether it is that one
    public record Alternative(String code, String decide) {}

    /// Nothing is open.
    public static final Doubt NONE = new Doubt(Certainty.CERTAIN, "", List.of());

    public Doubt {
        alternatives = List.copyOf(alternatives);
    }
}
