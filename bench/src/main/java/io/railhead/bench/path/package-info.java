/// Where a test runs: both ports of a pair as the machines report them, and what lies between.
@NullMarked
package io.railhead.bench.path;

import org.jspecify.annotations.NullMarked;
