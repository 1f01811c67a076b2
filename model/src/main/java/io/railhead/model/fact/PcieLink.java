package io.railhead.model.fact;

/// Speed and width of a PCIe link.
///
/// @param gigaTransfers GT/s a lane: 2.5, 5, 8, 16, 32, 64 for generations 1 to 6
/// @param width lanes
public record PcieLink(double gigaTransfers, int width) {}
