package io.railhead.model;

/// A document that was not read in full, and why: it broke off, or a limit was reached.
///
/// @param line where that began, from 1; 0 for the document as a whole
public record Curtailed(String document, int line, String why) {}
