/// Every parser against its samples, whole and broken.
@NullMarked
package io.railhead.evidence;

import org.jspecify.annotations.NullMarked;
