package io.railhead.model.fact;

import io.railhead.model.Source;

/// A run of `railhead apply` or of its rollback that is made and waits to be confirmed: the
/// dead-man's switch on the machine takes it back unless that happens in time.
///
/// @param run its name, with `/back-…` behind it for a rollback
/// @param secondsLeft until it takes itself back, at least 0
/// @param by user and machine that began it; empty when it does not say
public record UnconfirmedRun(String run, int secondsLeft, String by, Source source)
        implements Fact {}
