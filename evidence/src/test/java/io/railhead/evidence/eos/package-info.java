/// Tests of what reads EOS.
@NullMarked
package io.railhead.evidence.eos;

import org.jspecify.annotations.NullMarked;
