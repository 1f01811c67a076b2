package io.railhead.model.fact;

import io.railhead.model.Source;

/// Whether cloud-init writes network configuration.
///
/// @param disabled true when a drop-in disables its network configuration
public record CloudInitNetwork(boolean installed, boolean disabled, Source source)
        implements Fact {}
