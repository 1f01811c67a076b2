/// Benchmarks: which pairs run when, how one run is made, and what its values are held against.
///
/// A benchmark is one class with `@AutoService(Benchmark.class)` and its sample (see
/// `docs/adding-a-benchmark.md`). [Schedule] says which pairs may run at once, [Bench] runs them
/// over [sessions][io.railhead.reach.Session], [Expectations] holds the values against physics and
/// against their twins, [Comparison] holds one run against another.
///
/// Invariants: every value carries unit, statistic and conditions; a machine that dies costs only
/// its own pairs and is named; what was started on a machine ends there, whatever happens here.
@NullMarked
package io.railhead.bench;

import org.jspecify.annotations.NullMarked;
