package io.railhead.bench.saturate;

import io.railhead.model.Facts;
import java.util.Optional;

/// What lies between the hosts of a saturation and counts by itself.
public interface Fabric {
    /// Between hosts of which nobody knows any.
    Fabric UNKNOWN = () -> Facts.builder().build();

    /// What its switches have counted by now.
    Facts counted();

    /// What their queues are set to, in words that are equal when the settings are.
    default Optional<String> qos() {
        return Optional.empty();
    }
}
