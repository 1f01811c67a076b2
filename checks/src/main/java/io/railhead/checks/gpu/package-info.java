/// Checks of GPUs, their links and their way to the NIC.
@NullMarked
package io.railhead.checks.gpu;

import org.jspecify.annotations.NullMarked;
