package io.railhead.model;

/// The line that proves a finding.
///
/// @param line counted from 1; 0 when the evidence is a document as a whole
public record Evidence(String document, int line, String text) {}
