/// Cases of the checks that compare both ends of a cable.
@NullMarked
package io.railhead.checks.lossless;

import org.jspecify.annotations.NullMarked;
