package io.railhead.twin;

/// What an emulated switch gets wrong although it takes every line of its configuration.
public enum Fault {
    /// PFC is configured and does not come up.
    PFC_STAYS_DOWN,
    /// ECN is configured and the queue does not mark.
    QUEUE_DOES_NOT_MARK,
    /// Ports of the class have no link; PFC does not run there for that reason.
    PORTS_WITHOUT_LINK,
    /// Show commands about classes of traffic are not known.
    SHOWS_NO_CLASSES,
    /// The class is paused more and more: its counters rise each time they are shown.
    PAUSE_RISES
}
