package io.railhead.evidence;

import io.railhead.model.Unavailable;
import io.railhead.model.Unread;
import io.railhead.model.fact.Fact;
import java.util.List;

/// What a parser made of one transcript.
///
/// @param unread lines neither read nor ignored on purpose
/// @param unavailable why there is nothing (or not all) to read
public record Reading(List<Fact> facts, List<Unread> unread, List<Unavailable> unavailable) {

    public Reading {
        facts = List.copyOf(facts);
        unread = List.copyOf(unread);
        unavailable = List.copyOf(unavailable);
    }
}
