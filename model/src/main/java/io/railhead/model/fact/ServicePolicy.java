package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;

/// A policy of classes that is in force at a port.
///
/// @param port empty when it holds for the whole device
/// @param type in the switch's words: `qos`, `queuing`, `network-qos`
/// @param direction `input`, `output`
/// @param policy its name
/// @param settings what else is said of it, by the switch's names
public record ServicePolicy(
        String port,
        String type,
        String direction,
        String policy,
        Map<String, String> settings,
        Source source)
        implements Fact {
    public ServicePolicy {
        settings = Ordered.copy(settings);
    }
}
