/// The operating system of a host: names, kernel, memory, limits, sysctl, services, packages.
@NullMarked
package io.railhead.evidence.host;

import org.jspecify.annotations.NullMarked;
