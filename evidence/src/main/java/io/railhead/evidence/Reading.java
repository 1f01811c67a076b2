package io.railhead.evidence;

import io.railhead.model.Curtailed;
import io.railhead.model.Unavailable;
import io.railhead.model.Unread;
import io.railhead.model.fact.Fact;
import java.util.List;

/// What a parser made of one transcript.
///
/// @param unread lines neither read nor ignored on purpose
/// @param unavailable why there is nothing (or not all) to read
/// @param damaged what is there and is not what it should be; no fact tells of it
public record Reading(
        List<Fact> facts,
        List<Unread> unread,
        List<Unavailable> unavailable,
        List<Curtailed> damaged) {

    public Reading {
        facts = List.copyOf(facts);
        unread = List.copyOf(unread);
        unavailable = List.copyOf(unavailable);
        damaged = List.copyOf(damaged);
    }
}
