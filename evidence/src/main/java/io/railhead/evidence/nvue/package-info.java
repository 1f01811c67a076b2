/// Show commands of NVIDIA's switch systems: Cumulus Linux with NVUE, and Onyx.
@NullMarked
package io.railhead.evidence.nvue;

import org.jspecify.annotations.NullMarked;
