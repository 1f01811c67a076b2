package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;

/// Driver of an interface (`ethtool -i`).
///
/// @param firmware as printed, parameter-set id included
/// @param busInfo PCI address, empty when virtual
/// @param settings every row by its key
public record DriverInfo(
        String interfaceName,
        String driver,
        String version,
        String firmware,
        String busInfo,
        Map<String, String> settings,
        Source source)
        implements Fact {
    public DriverInfo {
        settings = Map.copyOf(settings);
    }
}
