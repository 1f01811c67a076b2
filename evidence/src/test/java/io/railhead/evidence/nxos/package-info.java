/// Tests of what reads NX-OS.
@NullMarked
package io.railhead.evidence.nxos;

import org.jspecify.annotations.NullMarked;
