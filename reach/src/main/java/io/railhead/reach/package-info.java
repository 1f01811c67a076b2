/// Talking to machines: SSH, the local machine, and replay of a bundle, many at once.
///
/// Blocking code on virtual threads, a bounded number in flight, a deadline on everything. A
/// machine that is slow, dead or hostile is a value ([Unreachable] or a truncated transcript), not
/// an exception that stops the rest.
@NullMarked
package io.railhead.reach;

import org.jspecify.annotations.NullMarked;
