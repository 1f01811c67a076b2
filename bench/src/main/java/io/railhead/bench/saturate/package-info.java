/// Many flows at once into few ports: what each got, what was lost and who counted it, against what
/// fair shares allow.
@NullMarked
package io.railhead.bench.saturate;

import org.jspecify.annotations.NullMarked;
