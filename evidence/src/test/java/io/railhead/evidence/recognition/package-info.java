/// Which parser takes a text of unknown origin.
@NullMarked
package io.railhead.evidence.recognition;

import org.jspecify.annotations.NullMarked;
