/// Emulated switches behind a real SSH server, for trying out what would be done to real ones. They
/// say «emulated» in their banner and in `show version`; no switch's software is in them.
@NullMarked
package io.railhead.twin;

import org.jspecify.annotations.NullMarked;
