package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Who an end of a cable says it is (LLDP): a port's own announcement, or what came from its
/// neighbour. The latter tells which port hangs where.
///
/// @param port of the machine that was asked; empty when the output does not say
/// @param system name of the announcing system
/// @param announcedPort the announcing port, by its name or its MAC address
/// @param mtu largest frame that is announced, in bytes
/// @param settings what else is announced, by the tool's names
public record LldpAnnouncement(
        String port,
        End end,
        Optional<String> system,
        Optional<String> chassis,
        String announcedPort,
        OptionalInt mtu,
        Map<String, String> settings,
        Source source)
        implements Fact {
    public LldpAnnouncement {
        settings = Ordered.copy(settings);
    }
}
