/// What physics allows: line rate, headers, PCIe, NVLink, hops; and the budget of a latency.
@NullMarked
package io.railhead.bench.ceiling;

import org.jspecify.annotations.NullMarked;
