/// Benchmarks: which pairs run when, how one run is made, and what its values are held against.
///
/// Here stand the words that all parts speak: [Benchmark] and [Case], [Pair] and [Ends],
// [Settings],
/// [Outcome] and [Failure]. A benchmark is one class in `tool` with `@AutoService(Benchmark.class)`
/// and its sample (see `docs/adding-a-benchmark.md`). Each package uses only those before it:
///
/// - `path`: the ports of a pair as they are; `schedule`: which pairs run at once
/// - `tool`: the benchmarks themselves
/// - `ceiling`: what physics allows; `twins`: values among their like; `judge`: the verdict
/// - `compare`: run with run, TCP with RDMA; `cost`: what it means for a training
/// - `run`: the runner; `saturate`: many flows at once
///
/// Invariants: every value carries unit, statistic and conditions; a machine that dies costs only
/// its own pairs and is named; what was started on a machine ends there, whatever happens here.
@NullMarked
package io.railhead.bench;

import org.jspecify.annotations.NullMarked;
