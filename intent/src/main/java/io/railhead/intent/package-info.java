/// Intent: `cluster.yaml` read with every fault at once, written, checked against its schema, and
/// imported from the lists that people already have.
///
/// The door is [io.railhead.intent.ClusterReader], [io.railhead.intent.ClusterWriter],
/// [io.railhead.intent.HostRanges] and the importers. Nothing here does I/O, and nothing that is
/// read makes it throw: faults are [io.railhead.intent.Problem] values with line and column.
@NullMarked
package io.railhead.intent;

import org.jspecify.annotations.NullMarked;
