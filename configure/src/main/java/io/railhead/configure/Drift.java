package io.railhead.configure;

/// A planned change that can no longer be made as planned, since the machine or the intent has
/// moved.
///
/// @param then what the plan held, as text; empty when there is nothing to compare
/// @param now what is found now
public record Drift(String device, String resource, String why, String then, String now) {}
