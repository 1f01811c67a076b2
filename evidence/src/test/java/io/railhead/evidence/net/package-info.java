/// Views of network facts for the recorded samples.
@NullMarked
package io.railhead.evidence.net;

import org.jspecify.annotations.NullMarked;
