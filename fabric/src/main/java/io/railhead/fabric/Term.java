package io.railhead.fabric;

/// One summand of a derived number of bytes.
///
/// @param what it stands for
/// @param bytes its value
/// @param arithmetic how the value came about, with the numbers put in
/// @param source where formula and constants are from
public record Term(String what, long bytes, String arithmetic, String source) {}
