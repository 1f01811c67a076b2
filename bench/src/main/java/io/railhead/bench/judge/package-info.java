/// The verdict: what a value is held against, the likely causes of one that misses it, and what a
/// reader must know beside.
///
/// Every expectation shows its arithmetic; what cannot be judged says why and is never «met».
@NullMarked
package io.railhead.bench.judge;

import org.jspecify.annotations.NullMarked;
