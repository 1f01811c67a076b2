package io.railhead.model;

/// A check that could not be made on a subject, and why. Unknown is not ok.
public record NotChecked(String check, String subject, String why) {}
