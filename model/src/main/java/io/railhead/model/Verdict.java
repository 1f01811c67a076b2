package io.railhead.model;

import java.util.Locale;

/// A measurement held against its expectation. `NONE`: there was nothing to hold it against.
public enum Verdict {
    MET,
    MISSED,
    NONE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
