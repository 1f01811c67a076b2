/// What crosses the doors between rooms: records only, no I/O.
///
/// Text from a machine is a [Transcript]. Parsers turn it into
/// [facts][io.railhead.model.fact.Fact], each with the [Source] it was read from. Checks turn facts
/// and the [intent][io.railhead.model.intent.Cluster] into [Finding]s; the planner turns them into
/// [Change]s; benchmarks give [Measurement]s that are held against an [Expectation].
///
/// Invariants: a value carries its unit and where it was read; what is unknown is absent (an empty
/// `Optional`), never a stand-in value; nothing here is null.
@NullMarked
package io.railhead.model;

import org.jspecify.annotations.NullMarked;
