package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;

/// Driver counters (`ethtool -S`).
///
/// @param interfaceName empty when the output does not name it
/// @param values by the driver's name
public record NicCounters(String interfaceName, Map<String, Long> values, Source source)
        implements Fact {
    public NicCounters {
        values = Map.copyOf(values);
    }
}
