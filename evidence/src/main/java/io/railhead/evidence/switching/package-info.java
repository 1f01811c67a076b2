/// What the outputs of all switch systems have in common: port names, rulers, tables.
@NullMarked
package io.railhead.evidence.switching;

import org.jspecify.annotations.NullMarked;
