package io.railhead.model;

/// A line that a parser neither read nor ignored on purpose; reported, never dropped.
public record Unread(String document, int line, String text) {}
