/// Values among their like: repeated runs as one, and machines that differ from all their twins.
@NullMarked
package io.railhead.bench.twins;

import org.jspecify.annotations.NullMarked;
