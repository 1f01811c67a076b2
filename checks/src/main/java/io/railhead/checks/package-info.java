/// One check a finding: what is known and what is wanted in, what is wrong out.
///
/// A check is one class with `@AutoService(Check.class)` in the package of its subject (`host`,
/// `link`, `rdma`, `gpu`, `config`) and its test, with cases that must and must not fire. Nothing
/// else needs editing.
///
/// Invariants: checks see only facts and intent; a check that lacks its facts says so by
/// [Outcome.NotChecked][Outcomes#notChecked] and never passes for want of evidence.
///
/// Beside the model this room uses `fabric`, for one thing: what a port needs by rate, cable and
/// MTU is derived there with its arithmetic, and a check that held ports against numbers of its own
/// would disagree with `design` and `plan` one day.
@NullMarked
package io.railhead.checks;

import org.jspecify.annotations.NullMarked;
