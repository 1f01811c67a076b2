/// Logs as a stream of lines: one pass, bounded memory. A byte automaton finds the lines that hold
/// a keyword of the catalogue of events; only these become text and are looked at closer.
///
/// The catalogue is the data files `*.events` beside these classes: a new wording of a known event
/// is one line there.
@NullMarked
package io.railhead.evidence.log;

import org.jspecify.annotations.NullMarked;
