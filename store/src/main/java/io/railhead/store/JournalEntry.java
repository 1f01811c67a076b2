package io.railhead.store;

import java.time.Instant;

/// One step of a change on a machine, as the controller saw it; the machine's own journal has what
/// it takes to undo.
///
/// @param run id of the run it belongs to
/// @param state `begun`, `done`, `verified`, `failed`, `undone`
/// @param detail what a person must know; may be empty
public record JournalEntry(
        String run, Instant at, String device, String resource, String state, String detail) {}
