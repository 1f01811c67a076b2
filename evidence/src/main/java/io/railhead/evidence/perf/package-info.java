/// Output of benchmarks.
@NullMarked
package io.railhead.evidence.perf;

import org.jspecify.annotations.NullMarked;
