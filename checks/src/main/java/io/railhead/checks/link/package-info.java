/// Checks of interfaces, addresses, MTU and paths.
@NullMarked
package io.railhead.checks.link;

import org.jspecify.annotations.NullMarked;
