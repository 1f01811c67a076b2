/// Show commands of Arista EOS.
@NullMarked
package io.railhead.evidence.eos;

import org.jspecify.annotations.NullMarked;
