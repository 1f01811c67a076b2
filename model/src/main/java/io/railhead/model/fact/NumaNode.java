package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.OptionalLong;

/// A NUMA node and its CPUs.
///
/// @param cpus list form, `0-17,36-53`
public record NumaNode(int node, String cpus, OptionalLong memoryBytes, Source source)
        implements Fact {}
