/// Tests of what reads NVUE and Onyx.
@NullMarked
package io.railhead.evidence.nvue;

import org.jspecify.annotations.NullMarked;
