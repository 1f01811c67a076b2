/// What latency and bandwidth mean for a training, by arithmetic alone.
@NullMarked
package io.railhead.bench.cost;

import org.jspecify.annotations.NullMarked;
