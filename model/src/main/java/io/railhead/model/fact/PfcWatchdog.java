package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The watchdog over queues that pause has stopped.
///
/// @param port empty when it holds for all ports
/// @param queue absent for settings, which hold for all lossless queues of the port
/// @param action `drop`, `forward`, `alert`
/// @param detectionMillis pause for so long is a storm
/// @param restorationMillis without pause for so long the queue is let go
/// @param stormed whether the queue is stopped now
/// @param detected storms since the last clearing
/// @param restored storms that ended
/// @param dropped packets thrown away while stormed, both ways
/// @param settings what else the output says, by the device's names
/// @param term the device's own word for the state or action
public record PfcWatchdog(
        String port,
        OptionalInt queue,
        Optional<String> action,
        OptionalLong detectionMillis,
        OptionalLong restorationMillis,
        Optional<Boolean> stormed,
        OptionalLong detected,
        OptionalLong restored,
        OptionalLong dropped,
        Map<String, String> settings,
        String term,
        Source source)
        implements Fact {
    public PfcWatchdog {
        settings = Ordered.copy(settings);
    }

    /// A configuration that turns it on or leaves it off.
    public static PfcWatchdog set(String port, boolean on, String term, Source source) {
        return new PfcWatchdog(
                port,
                OptionalInt.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Map.of("watchdog", on ? "on" : "off"),
                term,
                source);
    }

    /// Whether it watches; absent when that is not told.
    public Optional<Boolean> isOn() {
        return Optional.ofNullable(settings.get("watchdog"))
                .map("on"::equals)
                .or(() -> detectionMillis.isPresent() ? Optional.of(true) : Optional.empty());
    }
}
