/// Which pairs run at once: the fewest rounds in which nothing is shared, and what has to be shared
/// on purpose to measure it.
@NullMarked
package io.railhead.bench.schedule;

import org.jspecify.annotations.NullMarked;
