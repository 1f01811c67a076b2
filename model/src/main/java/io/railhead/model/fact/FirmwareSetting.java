package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// A setting in the firmware of a NIC (`mlxconfig`, `mstconfig`), in the tool's words.
///
/// @param device PCI address or device the tool was given; empty when the output does not say
/// @param factory its default; absent without `-e`
/// @param current in force; absent without `-e`
/// @param next in force after the next cold start
public record FirmwareSetting(
        String device,
        String name,
        Optional<String> factory,
        Optional<String> current,
        String next,
        Source source)
        implements Fact {

    /// Whether a start is owed for what was set.
    public boolean pending() {
        return current.isPresent() && !current.get().equals(next);
    }
}
