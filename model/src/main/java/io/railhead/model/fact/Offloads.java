package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Set;

/// Offload features (`ethtool -k`).
///
/// @param features by name
/// @param fixed those that cannot be changed
public record Offloads(
        String interfaceName, Map<String, Boolean> features, Set<String> fixed, Source source)
        implements Fact {
    public Offloads {
        features = Map.copyOf(features);
        fixed = Set.copyOf(fixed);
    }
}
