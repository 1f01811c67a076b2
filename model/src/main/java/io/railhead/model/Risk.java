package io.railhead.model;

import java.util.Locale;

/// What a change may do to a running machine, harmless first.
public enum Risk {
    /// Nothing that runs notices.
    NONE,
    /// Takes effect at once for new connections or processes.
    LOW,
    /// Traffic or a service on the machine pauses.
    DISRUPTIVE,
    /// May cut the connection used to make the change: runs under a dead-man's switch.
    MAY_DISCONNECT;

    /// The lower-case word used in JSON and text: `may-disconnect`.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
