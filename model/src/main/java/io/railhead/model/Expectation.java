package io.railhead.model;

/// What a measured value should be, in the measurement's unit.
///
/// @param low below it (for a latency: above `high`) the expectation is missed
/// @param typical what a healthy run shows
/// @param why the arithmetic, or the baseline run, it comes from
public record Expectation(double low, double typical, double high, String why) {}
