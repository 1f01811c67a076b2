/// Arista EOS.
@NullMarked
package io.railhead.switches.eos;

import org.jspecify.annotations.NullMarked;
