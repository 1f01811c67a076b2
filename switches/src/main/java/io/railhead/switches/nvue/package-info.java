/// NVIDIA Cumulus Linux, by NVUE.
@NullMarked
package io.railhead.switches.nvue;

import org.jspecify.annotations.NullMarked;
