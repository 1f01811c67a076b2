/// The benchmarks, one class each, and how what they print is read. Here a new one goes.
@NullMarked
package io.railhead.bench.tool;

import org.jspecify.annotations.NullMarked;
