/// Checks of the host itself: name, clock, versions, limits, memory and file systems.
@NullMarked
package io.railhead.checks.host;

import org.jspecify.annotations.NullMarked;
