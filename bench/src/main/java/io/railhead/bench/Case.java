package io.railhead.bench;

import io.railhead.model.Conditions;
import java.time.Duration;

/// One setting of a benchmark: four streams, or latency under load.
///
/// @param label for progress and messages: `iperf3, 4 streams`
/// @param takes how long the client runs when all is well, as far as one can tell before: what is
///     announced
/// @param limit what it may take before it is ended
/// @param conditions what the setting is; the command line is made from these, so that what is
///     stated with the value is what was run
public record Case(String label, Duration takes, Duration limit, Conditions conditions) {

    /// A client that runs for a time it is told.
    public Case(String label, Duration takes, Conditions conditions) {
        this(label, takes, takes, conditions);
    }
}
