package io.railhead.model;

/// A probe that gave no facts, and why: not installed, not permitted, timed out, not supported.
/// A check that needed those facts says «not checked» with this reason.
public record Unavailable(String machine, String command, String why) {}
