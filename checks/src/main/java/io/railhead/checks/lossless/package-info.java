/// The lossless class across a link: both ends of a cable, read from the devices, compared.
@NullMarked
package io.railhead.checks.lossless;

import org.jspecify.annotations.NullMarked;
