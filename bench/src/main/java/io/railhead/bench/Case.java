package io.railhead.bench;

import io.railhead.model.Conditions;
import java.time.Duration;

/// One setting of a benchmark: four streams, or latency under load.
///
/// @param label for progress and messages: `iperf3, 4 streams`
/// @param takes how long the client runs when all is well
/// @param conditions what the setting is; the command line is made from these, so that what is
///     stated with the value is what was run
public record Case(String label, Duration takes, Conditions conditions) {}
