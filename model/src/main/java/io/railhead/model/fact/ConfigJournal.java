package io.railhead.model.fact;

import io.railhead.model.Source;

/// Railhead's own journal on a machine: present whenever somebody looked, also when nothing was
/// ever applied there.
///
/// @param runs runs of `apply` that stand, at least 0; those taken back do not count
public record ConfigJournal(int runs, Source source) implements Fact {}
