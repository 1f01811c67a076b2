/// One parser a command or file format: text from a machine in, facts
/// ([io.railhead.model.fact.Fact]) out, each with the line it was read from.
///
/// A parser is one class with `@AutoService(Parser.class)` in the package of its subject (`host`,
/// `net`, `rdma`, `gpu`, `pci`, `disk`, `perf`) and its samples under
/// `src/test/resources/samples/<parser name>/<case>.txt` with `<case>.txt.expect.json` beside each.
/// Nothing else needs editing.
///
/// Invariants: a parser never throws, whatever it is fed; it returns what it could read, and every
/// line is read, ignored on purpose, or reported as unread.
@NullMarked
package io.railhead.evidence;

import org.jspecify.annotations.NullMarked;
