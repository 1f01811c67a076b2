package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;

/// What was set on a device and is not in force: it waits to be applied.
///
/// @param settings by path, as the device writes it: `qos/roce/enable`; what is to go begins with
///     `unset/`
public record PendingSettings(Map<String, Stated<String>> settings, Source source) implements Fact {
    public PendingSettings {
        settings = Ordered.copy(settings);
    }
}
