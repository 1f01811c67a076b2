package io.railhead.reach;

import java.time.Duration;

/// What a listener hears of a collection, in this order; machines in the order they end. Events
/// come from several threads, one at a time.
public sealed interface CollectEvent {

    record Started(int machines) implements CollectEvent {}

    record HostDone(Collected collected) implements CollectEvent {}

    /// Not reached, or lost on the way.
    record HostFailed(String machine, String why) implements CollectEvent {}

    record Finished(int done, int failed, Duration took) implements CollectEvent {}
}
