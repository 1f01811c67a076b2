package io.railhead.bench;

/// A program that a benchmark runs on the machines.
///
/// @param command as looked up in `PATH`
/// @param packageName Debian and Ubuntu package that brings it
public record Tool(String command, String packageName) {}
