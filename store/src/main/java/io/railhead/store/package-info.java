/// Runs, measurements, findings, changes and journals: what Railhead remembers, in one SQLite file
/// that several processes may read and write at once. [Store] is the door, [Run] what it keeps,
/// [RunJson] the same as a file that others read (`railhead.run/1`).
///
/// Invariants: a run is stored whole or not at all; a file that is damaged, locked, newer or not
/// ours is named and left as it is; what looks like a secret is masked on the way in.
@NullMarked
package io.railhead.store;

import org.jspecify.annotations.NullMarked;
