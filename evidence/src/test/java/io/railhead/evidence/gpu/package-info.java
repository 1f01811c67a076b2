/// Views of GPU facts for the recorded samples, and what the samples do not cover.
@NullMarked
package io.railhead.evidence.gpu;

import org.jspecify.annotations.NullMarked;
