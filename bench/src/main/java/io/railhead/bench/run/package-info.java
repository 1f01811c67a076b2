/// The runner: plans a run, does it over [sessions][io.railhead.reach.Session] and ends what it
/// started on the machines, whatever happens here.
///
/// [Bench] runs the rounds of a [BenchPlan], [PairWork] one pair's part of them; [Machine] is a
// host
/// with its session, [Served] a server on it, [Afoot] all that runs at the moment.
@NullMarked
package io.railhead.bench.run;

import org.jspecify.annotations.NullMarked;
