package io.railhead.model.intent;

import java.util.Locale;

/// @param metres length of the cable
public record Cable(Kind kind, double metres) {

    /// Direct-attach copper, active copper, active optical, or transceivers and fibre.
    public enum Kind {
        DAC,
        ACC,
        AOC,
        FIBRE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
